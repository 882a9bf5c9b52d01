#pragma once
#include <curl/curl.h>

// The variadic calls, which Swift cannot import, once for each kind of argument.
static inline CURLcode hl_curl_setopt_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode hl_curl_setopt_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode hl_curl_setopt_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode hl_curl_setopt_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode hl_curl_setopt_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
typedef size_t (*hl_curl_data_function)(char *, size_t, size_t, void *);
static inline CURLcode hl_curl_setopt_data_function(CURL *easy, CURLoption option, hl_curl_data_function value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode hl_curl_getinfo_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
