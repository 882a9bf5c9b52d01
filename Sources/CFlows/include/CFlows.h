#pragma once
#include <stddef.h>

/// One call flow of the folder `ncco`, as it was when the program was built.
struct hl_flow {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/// The default flows; the last entry has no name.
extern const struct hl_flow hl_flows[];
