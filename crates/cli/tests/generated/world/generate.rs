//! Random C programs that move bytes of their argument through files, pipes and directories, under names that may
//! be bytes of the argument themselves, or have a slash or an end where such a byte says so. Offsets, lengths and flags
//! may depend on it too. All that calls return, and all bytes that come back, goes into a hash, of which a few bits are
//! the exit status. The argument is two letters, `a` to `d` each.

use std::fmt::Write;

use random::Random;

const START: &str = r#"#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static unsigned acc = 7;
static int fds[4] = {-1, -1, -1, -1};
static char data[8];

static void note(long result) {
  acc = acc * 31 + (unsigned)(result < 0 ? -errno : result);
}
static void bytes(long count) {
  note(count);
  for (long i = 0; i < count; i++)
    acc = acc * 31 + (unsigned char)data[i];
}
static void status(const char *name) {
  struct stat s;
  int result = stat(name, &s);
  note(result);
  if (!result)
    acc = acc * 31 + (S_ISDIR(s.st_mode) ? 77 : (unsigned)s.st_size);
}
/* Names in any order. */
static void listing(const char *name) {
  DIR *dir = opendir(name);
  unsigned sum = 0;
  if (!dir) {
    note(-1);
    return;
  }
  for (struct dirent *entry; (entry = readdir(dir));) {
    unsigned one = 5;
    for (const char *c = entry->d_name; *c; c++)
      one = one * 33 + (unsigned char)*c;
    sum += one;
  }
  closedir(dir);
  acc = acc * 31 + sum;
}
static void visit(const char *name) {
  char path[4096];
  int result = chdir(name);
  note(result);
  if (result)
    return;
  note(access("b", F_OK));
  if (getcwd(path, sizeof path))
    for (char *c = strrchr(path, '/'); *c; c++)
      acc = acc * 31 + (unsigned char)*c;
  chdir("..");
}
/* One path for each result: a symbolic status would be one of them. */
__attribute__((noinline, optnone)) static int told(unsigned number) {
  for (unsigned k = 0; k < 16; k++)
    if (number == k)
      return (int)k;
  return 99;
}
int main(int argc, char **argv) {
  char a = argv[1][0], b = argv[1][1];
  char na[2] = {a, 0}, nb[2] = {b, 0};
  char inside[4] = {'d', "/.ad"[a - 'a'], b, 0}, behind[4] = {a, "/\0bc"[b - 'a'], 0};
  char here[4] = {'.', "/\0/x"[b - 'a'], a, 0}, both[4] = {a, '/', b, 0};
  int ends[2];
"#;

const END: &str = "  return told((acc ^ acc >> 9) & 15);\n}\n";

/// A program.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = START.to_owned();
    for _ in 0..5 + random.below(8) {
        operation(&mut random, &mut text);
    }
    text + END
}

fn operation(random: &mut Random, out: &mut String) {
    let fd = random.below(4);
    let line = match random.below(20) {
        0..=3 => {
            let (name, how) = (name(random), pick(random, &HOW));
            format!("fds[{fd}] = open({name}, {how}, 0600); note(fds[{fd}]);")
        }
        4 | 5 => {
            let (bytes, _) = content(random);
            let count = pick(random, &["2", "1", "(a & 1) + 1", "b - 'a' & 2"]);
            format!("{{ char c[] = {{{bytes}}}; note(write(fds[{fd}], c, {count})); }}")
        }
        6 => {
            let (bytes, count) = content(random);
            let at = offset(random);
            format!("{{ char c[] = {{{bytes}}}; note(pwrite(fds[{fd}], c, {count}, {at})); }}")
        }
        7 | 8 => format!("bytes(read(fds[{fd}], data, {}));", length(random)),
        9 => format!("bytes(pread(fds[{fd}], data, {}, {}));", length(random), offset(random)),
        10 => {
            let whence = pick(random, &["SEEK_SET", "SEEK_CUR", "SEEK_END", "a & 1", "b + 1"]);
            format!("note(lseek(fds[{fd}], {}, {whence}));", offset(random))
        }
        11 => match random.below(3) {
            0 => format!("note(ftruncate(fds[{fd}], {}));", offset(random)),
            1 => format!("note(fds[{fd}] = dup(fds[{}]));", random.below(4)),
            _ => format!("note(close(fds[{fd}]));"),
        },
        12 => format!("status({});", name(random)),
        13 => match random.below(3) {
            0 => format!("note(unlink({}));", name(random)),
            1 => format!("note(rename({}, {}));", name(random), name(random)),
            _ => format!("note(access({}, F_OK));", name(random)),
        },
        14 => match random.below(2) {
            0 => format!("note(mkdir({}, 0700));", name(random)),
            _ => format!("note(rmdir({}));", name(random)),
        },
        15 => format!("listing({});", pick(random, &["\".\"", "na", "\"d\""])),
        16 => format!("visit({});", pick(random, &["na", "nb", "behind", "\"d\""])),
        17 => match random.below(3) {
            0 => {
                format!("note(symlink(\"{}\", {}));", pick(random, &["a", "d", "b/"]), name(random))
            }
            1 => format!("note(link({}, {}));", name(random), name(random)),
            _ => format!("note(access({}, a - 'b'));", name(random)),
        },
        18 => {
            let how =
                pick(random, &["O_CREAT * (a & 1) | (b & 2)", "b & 3", "(a & 2) << 5 | O_RDWR"]);
            format!("fds[{fd}] = open({}, {how}, 0600); note(fds[{fd}]);", name(random))
        }
        _ => {
            let (bytes, count) = content(random);
            let left = random.below(5);
            format!(
                "note(pipe(ends)); {{ char c[] = {{{bytes}}}; struct iovec v[2] = {{{{c + 1, {count} - 1}}, {{c, 1}}}}; \
                 note(writev(ends[1], v, 2)); close(ends[1]); bytes(read(ends[0], data, {left})); \
                 bytes(read(ends[0], data, 8)); close(ends[0]); }}"
            )
        }
    };
    // Some operations are made on some inputs only.
    let condition = match random.below(5) {
        0 => "if (a == 'b') ",
        1 => "if (b > 'b') ",
        _ => "",
    };
    writeln!(out, "  {condition}{{ {line} }}").expect("a string takes all");
}

const HOW: [&str; 7] = [
    "O_RDWR",
    "O_RDONLY",
    "O_RDWR | O_CREAT",
    "O_RDWR | O_CREAT",
    "O_RDWR | O_CREAT | O_TRUNC",
    "O_WRONLY | O_CREAT | O_EXCL",
    "O_RDWR | O_CREAT | O_APPEND",
];

fn pick<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.below(of.len() as u64) as usize]
}

fn name(random: &mut Random) -> &'static str {
    let names = [
        "\"a\"", "\"b\"", "\"c\"", "\"d\"", "na", "nb", "\"./a\"", "\".\"", "na", "nb", "inside",
        "behind", "here", "both", "\"d/b\"",
    ];
    pick(random, &names)
}

fn length(random: &mut Random) -> &'static str {
    pick(random, &["1", "2", "6", "0", "a & 7", "b - 'a'", "(a & 1) * 8", "(long)(b - 'b') & 7"])
}

fn offset(random: &mut Random) -> &'static str {
    let offsets = [
        "0",
        "1",
        "3",
        "5",
        "a & 3",
        "(b & 1) + 1",
        "4096",
        "(long)(a - 'b') * 3",
        "((long)(b - 'b') << 62)",
        "b - 'c'",
    ];
    pick(random, &offsets)
}

/// Two to four bytes, and how many.
fn content(random: &mut Random) -> (String, u64) {
    let count = 2 + random.below(3);
    let byte = |_| pick(random, &["a", "b", "a ^ b", "'x'", "0", "b + 1"]);
    let bytes: Vec<&str> = (0..count).map(byte).collect();
    (bytes.join(", "), count)
}
