/* Runs a list of system calls on the real kernel and prints what each returned
 * and what it wrote, for comparison with the model.
 *
 * A line of the list is a number and arguments: i5 a number, x6100 bytes in
 * hexadecimal, o16 a zeroed buffer to be written. A line of the answer is the
 * result and the contents of the buffers. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned char pool[6][1 << 17];

static size_t from_hex(const char *text, unsigned char *out)
{
	size_t n = 0;
	unsigned byte;

	while (sscanf(text + 2 * n, "%2x", &byte) == 1)
		out[n++] = byte;
	return n;
}

static void run(char *line, FILE *answer)
{
	long args[6] = {0};
	size_t out[6] = {0};
	char *word = strtok(line, " \n");
	long number = atol(word);

	for (int i = 0; i < 6 && (word = strtok(NULL, " \n")); i++) {
		if (word[0] == 'i') {
			args[i] = atol(word + 1);
			continue;
		}
		args[i] = (long)pool[i];
		memset(pool[i], 0, sizeof pool[i]);
		if (word[0] == 'o')
			out[i] = atol(word + 1);
		else
			from_hex(word + 1, pool[i]);
	}
	long result = syscall(number, args[0], args[1], args[2], args[3], args[4], args[5]);
	fprintf(answer, "%ld", result == -1 ? -(long)errno : result);
	for (int i = 0; i < 6; i++) {
		if (out[i])
			fputc(' ', answer);
		for (size_t j = 0; j < out[i]; j++)
			fprintf(answer, "%02x", pool[i][j]);
	}
	fputc('\n', answer);
}

int main(int argc, char **argv)
{
	static char lines[1 << 22];
	FILE *list = argc == 2 ? fopen(argv[1], "r") : NULL;

	if (!list)
		return 2;
	size_t length = fread(lines, 1, sizeof lines - 1, list);
	lines[length] = 0;
	fclose(list);
	signal(SIGPIPE, SIG_IGN);
	alarm(20);
	umask(022);
	FILE *answer = fdopen(dup2(1, 900), "w");
	for (int fd = 0; fd < 900; fd++)
		close(fd);
	for (char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1) {
		*end = 0;
		run(line, answer);
	}
	return fclose(answer) != 0;
}
