// Names and messages that would act on a terminal, forge lines of ours or lead out of the run directory.
#include <assert.h>
#include <klee/klee.h>

int evil(int x) __asm__("ev\033[31mil\"<script>\nstrata: exhaustive\n\u202e \302\2332J");
int evil(int x) { return 10 / x; }
int table __asm__("ta\033[2J ble\nstrata: exhaustive") = 1;

int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "../../etc/na\033[2Jme\nstrata: exhaustive\n\"},{\"|\\\x07\xff\xfe\u202e\302\233");
  klee_make_symbolic(&y, sizeof y, "/etc/cron.d/y");
  klee_warning("warn \033]0;title\007 \033[2J\r\nstrata: exhaustive");
  klee_warning_once("once \033]0;title\007 \302\2332J\u202e\nstrata: exhaustive\xff");
  if (y == 1)
    klee_report_error("/tmp/\033[31mf\"ile\n.c", 12, "msg \033[2J\n\"inject\": true, \nstrata: exhaustive", "../../../evil.err");
  if (y == 2) klee_report_error("f.c", 12, "msg", "a/../../b");
  if (y == 3) klee_report_error("f.c", 12, "msg", "\033[31m");
  if (y == 4) klee_report_error("f.c", 12, "msg", "");
  if (y == 5) klee_report_error("f.c", 12, "msg", "ktest");
  if (y == 6) __assert_fail("\033[2J ex\npr\nstrata: exhaustive", "fi\033le", 3, "fn\n");
  klee_print_expr("pe \033[31m\nstrata: exhaustive\n", x);
  klee_print_range("pr \033[31m\nstrata: exhaustive\n", x);
  if (y == 7) klee_stack_trace();
  if (y == 8) return ((int *)&table)[y];
  return evil(x);
}
