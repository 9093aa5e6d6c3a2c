// A maze: is there a way to the goal within MOVES symbolic moves?
//
// 14,509 paths for 14 moves, one of which reaches the goal and fails the assertion; the way takes 13. At
// each move five outcomes fork: four directions, and any other key, which ends the game as a wall does.
// With k moves left at place p
//   f(p, 0) = 1,   f(p, k) = 1 + sum over the directions of f(p', k - 1), or 1 at a wall or the goal.
// The place is a constant on each path, so that nothing else forks.
#include <assert.h>
#include <klee/klee.h>

#ifndef MOVES
#define MOVES 14
#endif

static const char maze[6][8] = {
    "#######",
    "# #   #",
    "# # # #",
    "# # # #",
    "#   #G#",
    "#######",
};

int main(void) {
  char moves[MOVES];
  klee_make_symbolic(moves, sizeof moves, "moves");
  int x = 1, y = 1;
  for (int i = 0; i < MOVES; i++) {
    switch (moves[i]) {
    case 'w': y--; break;
    case 's': y++; break;
    case 'a': x--; break;
    case 'd': x++; break;
    default: return 1;
    }
    if (maze[y][x] == '#')
      return 1;
    assert(maze[y][x] != 'G');
  }
  return 0;
}
