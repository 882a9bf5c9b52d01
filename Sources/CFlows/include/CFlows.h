#pragma once
#include <stddef.h>

/// One call flow of the folder `ncco`, as it was when the program was built.
struct hl_flow {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/// The default flow with this index, counted from 0; NULL behind the last one.
const struct hl_flow *hl_flow_at(size_t index);
