//@ paths: 93
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
// A maze of five by five with one way of six moves to the goal. A wall and any other key end the game.
static const char maze[5][6] = {
    "#####",
    "#   #",
    "# # #",
    "# #G#",
    "#####",
};
int main(void) {
  char moves[6];
  klee_make_symbolic(moves, sizeof moves, "moves");
  int x = 1, y = 3;
  for (int i = 0; i < 6; i++) {
    int nx = x, ny = y;
    switch (moves[i]) {
    case 'w': ny--; break;
    case 's': ny++; break;
    case 'a': nx--; break;
    case 'd': nx++; break;
    default: return 1;
    }
    if (maze[ny][nx] == '#')
      return 1;
    x = nx;
    y = ny;
    assert(maze[y][x] != 'G'); //~ FAULT assertion
  }
  return 0;
}
