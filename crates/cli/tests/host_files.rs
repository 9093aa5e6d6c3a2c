//! What a program sees of the host's files: what was named and no more, whichever way it asks.

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use support::{Done, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

/// Tries each path in every way there is, and says what it saw.
const PROGRAM: &str = r#"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void list(const char *path) {
  DIR *d = opendir(path);
  printf(" [");
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.') printf("%s ", e->d_name);
  printf("]");
  if (d) closedir(d);
}

static const char *paths[] = { PATHS };

int main(int argc, char **argv) {
  char here[4096], text[64], target[4096];
  getcwd(here, sizeof here);
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
    struct stat s;
    const char *path = paths[i];
    printf("%s:", path);
    int fd = open(path, O_RDONLY);
    if (fd < 0) printf(errno == ENOENT ? " no" : " error");
    ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text);
    if (n > 0) printf(" %.*s", (int)n, text);
    if (stat(path, &s) == 0) printf(" stat");
    if (lstat(path, &s) == 0) printf(" lstat");
    if (access(path, F_OK) == 0) printf(" access");
    if (readlink(path, target, sizeof target) > 0) printf(" link");
    if (chdir(path) == 0) { printf(" chdir"); chdir(here); }
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISDIR(s.st_mode)) {
      list(path);
      int up = openat(fd, "../secret/key", O_RDONLY);
      if (up >= 0) printf(" UP");
    }
    putchar('\n');
  }
  FILE *out = fopen("made", "w");
  if (!out || fputs("x", out) < 0 || fclose(out) || !(out = fopen("/tmp/made-too", "w"))) puts("cannot write");
}
"#;

/// A directory `d` of the program, one beside it that holds a secret, and a working directory.
struct World {
    dir: TempDir,
}

impl World {
    fn new(paths: &[&str]) -> World {
        let dir = TempDir::new("host-files");
        for name in ["d/sub", "secret", "work", "far"] {
            fs::create_dir_all(dir.path(name)).expect("made");
        }
        let write = |name: &str, text: &str| fs::write(dir.path(name), text).expect("written");
        write("d/sub/data", "data");
        write("secret/key", "SECRET");
        write("work/named", "named");
        write("work/other", "SECRET");
        write("far/end", "end");
        symlink("../secret/key", dir.path("d/out")).expect("linked");
        symlink(dir.path("secret"), dir.path("d/away")).expect("linked");
        symlink("sub/data", dir.path("d/in")).expect("linked");
        symlink("second", dir.path("work/first")).expect("linked");
        symlink("../far/end", dir.path("work/second")).expect("linked");
        let quoted: Vec<_> = paths.iter().map(|path| format!("\"{path}\"")).collect();
        let paths = format!("#define PATHS {}\n", quoted.join(", "));
        write("d/prog.c", &format!("{paths}{PROGRAM}"));
        World { dir }
    }

    fn run(&self, options: &[&str], args: &[&str]) -> Done {
        let mut command = strata();
        command.arg("run").args(options).arg("../d/prog.c").args(args);
        let done = run(command.current_dir(self.dir.path("work")), b"", LIMIT);
        assert_eq!(done.status, Some(0), "{done:?}");
        for name in ["work/made", "d/made"] {
            assert!(!self.dir.path(name).exists(), "nothing of the host is changed");
        }
        assert!(!Path::new("/tmp/made-too").exists(), "nothing of the host is changed");
        assert!(!text(&done).contains("cannot write"), "{done:?}");
        done
    }
}

fn text(done: &Done) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn line<'a>(text: &'a str, path: &str) -> &'a str {
    let start = format!("{path}:");
    text.lines().find_map(|line| line.strip_prefix(&start)).expect("a line for each path")
}

#[test]
fn what_was_not_named_does_not_exist() {
    let paths = [
        "/etc/hostname",
        "../secret",
        "../secret/key",
        "../d/../secret/key",
        "../d/away/key",
        "other",
        "./../work/other",
    ];
    let world = World::new(&paths);
    let done = world.run(&[], &[]);
    let text = text(&done);
    for path in paths {
        assert_eq!(line(&text, path), " no", "{path}");
    }
    let named = |what: &str| {
        let line = format!("strata: WARNING: hidden from the program: {what} (--host-files");
        assert_eq!(done.stderr.matches(&line).count(), 1, "{what} once: {}", done.stderr);
    };
    named("/etc/hostname");
    for name in ["secret", "secret/key", "work/other"] {
        named(&world.dir.path(name).to_string_lossy());
    }
}

/// There are two users, whatever users the host has.
#[test]
fn users_are_the_models() {
    let world = World::new(&["/etc/passwd"]);
    let text = text(&world.run(&[], &[]));
    assert!(line(&text, "/etc/passwd").starts_with(" root:x:0:0:root:/root:/bin/sh"), "{text}");
}

#[test]
fn a_link_that_leads_out_leads_nowhere() {
    let world = World::new(&["../d/out", "../d/away", "../d/in"]);
    let text = text(&world.run(&[], &[]));
    assert_eq!(line(&text, "../d/out"), " no lstat link");
    assert_eq!(line(&text, "../d/away"), " no lstat link");
    assert_eq!(line(&text, "../d/in"), " data stat lstat access link");
}

#[test]
fn the_directory_of_the_program_is_shown_and_ways_lead_to_it() {
    let world = World::new(&["../d", "../d/sub/data", "..", "."]);
    let done = world.run(&[], &[]);
    let text = text(&done);
    assert_eq!(line(&text, "../d"), " stat lstat access chdir [away in out prog.c sub ]");
    assert_eq!(line(&text, "../d/sub/data"), " data stat lstat access");
    // The parent of both directories is there, with these and nothing else.
    assert_eq!(line(&text, ".."), " stat lstat access chdir [d work ]");
    assert_eq!(line(&text, "."), " stat lstat access chdir []");
    let all = world.dir.path("*");
    assert!(done.stderr.contains(&format!("hidden from the program: {} (", all.display())));
}

#[test]
fn arguments_are_shown_and_where_their_links_lead() {
    let world = World::new(&["named", "first", "second", "../far/end", "../far", "other"]);
    let text = text(&world.run(&[], &["named", "first", "/", "", "new"]));
    assert_eq!(line(&text, "named"), " named stat lstat access");
    assert_eq!(line(&text, "first"), " end stat lstat access link");
    assert_eq!(line(&text, "second"), " end stat lstat access link");
    assert_eq!(line(&text, "../far/end"), " end stat lstat access");
    assert_eq!(line(&text, "../far"), " stat lstat access chdir [end ]");
    assert_eq!(line(&text, "other"), " no");
}

#[test]
fn the_option_shows_more_or_less() {
    let world = World::new(&["../secret/key", "../d/sub/data", "named", "/etc/hostname"]);
    let seen = |options: &[&str]| {
        let done = world.run(options, &["named"]);
        let text = text(&done);
        let seen = |path| !line(&text, path).contains(" no");
        ["../secret/key", "../d/sub/data", "named", "/etc/hostname"].map(seen)
    };
    assert_eq!(seen(&[]), [false, true, true, false]);
    assert_eq!(seen(&["--host-files=../secret"]), [true, true, true, false]);
    assert_eq!(seen(&["--host-files=../secret", "--host-files=/etc"]), [true, true, true, true]);
    assert_eq!(seen(&["--host-files=none"]), [false; 4]);
    assert_eq!(seen(&["--host-files=none", "--host-files=../secret"]), [true, false, false, false]);
    assert_eq!(seen(&["--host-files=all"]), [true; 4]);
}
