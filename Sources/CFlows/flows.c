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
static const unsigned char ring_then_voicemail[] = {
#embed "../../ncco/ring-then-voicemail.json"
};
static const unsigned char voicemail[] = {
#embed "../../ncco/voicemail.json"
};
static const unsigned char ivr[] = {
#embed "../../ncco/ivr.json"
};
static const unsigned char ivr_1[] = {
#embed "../../ncco/ivr-1.json"
};
static const unsigned char ivr_2[] = {
#embed "../../ncco/ivr-2.json"
};
static const unsigned char ivr_else[] = {
#embed "../../ncco/ivr-else.json"
};
static const unsigned char conference[] = {
#embed "../../ncco/conference.json"
};
static const unsigned char after_hours[] = {
#embed "../../ncco/after-hours.json"
};

static const struct hl_flow flows[] = {
    {"connect-user", connect_user, sizeof connect_user},
    {"connect-phone", connect_phone, sizeof connect_phone},
    {"unknown-number", unknown_number, sizeof unknown_number},
    {"fallback", fallback, sizeof fallback},
    {"ring-then-voicemail", ring_then_voicemail, sizeof ring_then_voicemail},
    {"voicemail", voicemail, sizeof voicemail},
    {"ivr", ivr, sizeof ivr},
    {"ivr-1", ivr_1, sizeof ivr_1},
    {"ivr-2", ivr_2, sizeof ivr_2},
    {"ivr-else", ivr_else, sizeof ivr_else},
    {"conference", conference, sizeof conference},
    {"after-hours", after_hours, sizeof after_hours},
};

const struct hl_flow *hl_flow_at(size_t index) {
    return index < sizeof flows / sizeof *flows ? &flows[index] : NULL;
}
