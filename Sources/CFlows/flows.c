#include "CFlows.h"

static const unsigned char connect_user[] = {
#embed "../../ncco/connect-user.json"
};
static const unsigned char connect_phone[] = {
#embed "../../ncco/connect-phone.json"
};
static const unsigned char unknown_number[] = {
#embed "../../ncco/unknown-number.json"
};
static const unsigned char fallback[] = {
#embed "../../ncco/fallback.json"
};

static const struct hl_flow flows[] = {
    {"connect-user", connect_user, sizeof connect_user},
    {"connect-phone", connect_phone, sizeof connect_phone},
    {"unknown-number", unknown_number, sizeof unknown_number},
    {"fallback", fallback, sizeof fallback},
};

const struct hl_flow *hl_flow_at(size_t index) {
    return index < sizeof flows / sizeof *flows ? &flows[index] : NULL;
}
