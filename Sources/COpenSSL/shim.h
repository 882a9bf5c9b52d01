#pragma once
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <sys/socket.h>

// What Swift cannot import of OpenSSL (function-like macros and constants with casts), under its name with a leading
// `hl_`.
static inline long hl_SSL_CTX_set_mode(SSL_CTX *context, long mode) { return SSL_CTX_set_mode(context, mode); }
static inline int hl_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_min_proto_version(context, version);
}
static inline long hl_SSL_set_tlsext_host_name(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, name);
}
static inline long hl_SSL_CTX_set_session_cache_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_session_cache_mode(context, mode);
}
static inline void hl_SSL_CTX_set_strict_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}
static inline int hl_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *groups) {
    return (int)SSL_CTX_set1_groups_list(context, groups);
}
static inline void hl_SSL_CTX_set_read_ahead(SSL_CTX *context, int isOn) { SSL_CTX_set_read_ahead(context, isOn); }
static inline int hl_SSL_CTX_add1_chain_cert(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}
static const int hl_MBSTRING_UTF8 = MBSTRING_UTF8;
static inline int hl_X509_stack_count(STACK_OF(X509) *stack) { return stack ? sk_X509_num(stack) : 0; }
static inline X509 *hl_X509_stack_value(STACK_OF(X509) *stack, int index) { return sk_X509_value(stack, index); }
static inline void hl_X509_stack_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }
// SHA-256 and HMAC-SHA-256 by the hash function itself. OpenSSL 3 would rather have them through its providers, where
// each use allocates its state anew: for a webhook's few hundred bytes that costs several times what the hash does.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static inline void hl_SHA256(const void *bytes, size_t count, unsigned char digest[32]) {
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, bytes, count);
    SHA256_Final(digest, &state);
}

// A key of RFC 2104: the states of the inner and the outer hash once they have read it.
typedef struct {
    SHA256_CTX inner, outer;
} hl_HMAC_SHA256_key;

static inline void hl_HMAC_SHA256_prepare(hl_HMAC_SHA256_key *key, const unsigned char *bytes, size_t count) {
    unsigned char block[SHA256_CBLOCK] = {0}, padded[SHA256_CBLOCK];
    if (count > sizeof block) {
        hl_SHA256(bytes, count, block);
    } else if (count > 0) {
        memcpy(block, bytes, count);
    }
    for (size_t i = 0; i < sizeof block; i++) padded[i] = block[i] ^ 0x36;
    SHA256_Init(&key->inner);
    SHA256_Update(&key->inner, padded, sizeof padded);
    for (size_t i = 0; i < sizeof block; i++) padded[i] = block[i] ^ 0x5C;
    SHA256_Init(&key->outer);
    SHA256_Update(&key->outer, padded, sizeof padded);
    OPENSSL_cleanse(block, sizeof block);
    OPENSSL_cleanse(padded, sizeof padded);
}

static inline void hl_HMAC_SHA256(
    const hl_HMAC_SHA256_key *key, const void *message, size_t count, unsigned char tag[32]) {
    SHA256_CTX state = key->inner;
    SHA256_Update(&state, message, count);
    SHA256_Final(tag, &state);
    state = key->outer;
    SHA256_Update(&state, tag, SHA256_DIGEST_LENGTH);
    SHA256_Final(tag, &state);
}
#pragma GCC diagnostic pop
static inline void hl_OPENSSL_free(void *bytes) { OPENSSL_free(bytes); }
static inline int hl_ERR_GET_REASON(unsigned long code) { return ERR_GET_REASON(code); }
static inline long hl_BIO_get_mem_data(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }
static inline int hl_BIO_set_fd(BIO *bio, int fd) { return (int)BIO_set_fd(bio, fd, BIO_NOCLOSE); }

// Writes to the socket of `bio` without raising SIGPIPE, which the socket BIO of OpenSSL does not prevent.
static inline int hl_send_without_signal(BIO *bio, const char *bytes, int count) {
    int fd = -1;
    BIO_get_fd(bio, &fd);
    int sent = (int)send(fd, bytes, (size_t)count, MSG_NOSIGNAL);
    BIO_clear_retry_flags(bio);
    if (sent <= 0 && BIO_sock_should_retry(sent)) BIO_set_retry_write(bio);
    return sent;
}

// The socket BIO of OpenSSL with the write above in place of its own; 0 when out of memory.
static inline BIO_METHOD *hl_BIO_socket_without_signal(void) {
    const BIO_METHOD *plain = BIO_s_socket();
    BIO_METHOD *method = BIO_meth_new(BIO_TYPE_SOCKET, "socket without SIGPIPE");
    if (!method) return 0;
    BIO_meth_set_write(method, hl_send_without_signal);
    BIO_meth_set_read(method, BIO_meth_get_read(plain));
    BIO_meth_set_puts(method, BIO_meth_get_puts(plain));
    BIO_meth_set_ctrl(method, BIO_meth_get_ctrl(plain));
    BIO_meth_set_create(method, BIO_meth_get_create(plain));
    BIO_meth_set_destroy(method, BIO_meth_get_destroy(plain));
    return method;
}
