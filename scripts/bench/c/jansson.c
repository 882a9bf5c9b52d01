// Reads JSON files again and again with jansson and prints the bytes it has read, the seconds that took, and how many
// could not be read.
//
// usage: jansson SECONDS FILE...

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    double seconds = atof(arguments[1]);
    int files = count - 2;
    char **texts = calloc(files, sizeof *texts);
    size_t *sizes = calloc(files, sizeof *sizes);
    for (int i = 0; i < files; i++) {
        FILE *file = fopen(arguments[i + 2], "rb");
        if (!file) return 2;
        texts[i] = malloc(1 << 20);
        sizes[i] = fread(texts[i], 1, 1 << 20, file);
        fclose(file);
    }
    double begun = now();
    size_t bytes = 0, refused = 0;
    do {
        for (int round = 0; round < 20; round++)
            for (int i = 0; i < files; i++) {
                json_t *value = json_loadb(texts[i], sizes[i], JSON_DECODE_ANY, NULL);
                if (!value) refused++;
                json_decref(value);
                bytes += sizes[i];
            }
    } while (now() - begun < seconds);
    printf("%zu %f %zu\n", bytes, now() - begun, refused);
    return 0;
}
