/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of an endpoint share: its members, the check of its URL, and where its key is looked for. */
#pragma once

#include "agent/weft-endpoint.h"

G_BEGIN_DECLS

/* Longest URL, name and other text of a profile, in bytes. */
#define WEFT_ENDPOINT_MAX_TEXT 2048
/* Longest key, in bytes. */
#define WEFT_ENDPOINT_MAX_KEY 8192
/* Longest timer: a week. */
#define WEFT_ENDPOINT_MAX_S 604800.0
/* The variable that is looked at when the profile names none. */
#define WEFT_ENDPOINT_KEY_VARIABLE "WEFT_API_KEY"

/* Its texts, numbers and counts, numbered as the properties are. */
typedef enum
{
  WEFT_ENDPOINT_NAME,
  WEFT_ENDPOINT_URL,
  WEFT_ENDPOINT_MODEL,
  WEFT_ENDPOINT_VARIABLE, /* NULL: WEFT_API_KEY; "": none */
  WEFT_ENDPOINT_KEY_FILE,
  WEFT_ENDPOINT_REASONING_EFFORT,
  WEFT_ENDPOINT_PRICE_DATE,
  WEFT_ENDPOINT_CA_FILE,
  WEFT_N_ENDPOINT_TEXTS,
} WeftEndpointText;

typedef enum
{
  WEFT_ENDPOINT_TEMPERATURE,
  WEFT_ENDPOINT_TOP_P,
  WEFT_ENDPOINT_PRICE_PROMPT,
  WEFT_ENDPOINT_PRICE_COMPLETION,
  WEFT_ENDPOINT_CONNECT_S,
  WEFT_ENDPOINT_FIRST_BYTE_S,
  WEFT_ENDPOINT_SILENCE_S,
  WEFT_ENDPOINT_TURN_S,
  WEFT_N_ENDPOINT_NUMBERS,
} WeftEndpointNumber;

typedef enum
{
  WEFT_ENDPOINT_MAX_TOKENS,
  WEFT_ENDPOINT_CONTEXT_TOKENS,
  WEFT_N_ENDPOINT_COUNTS,
} WeftEndpointCount;

/* A number of a profile and the values that it may have. One whose default is NAN may be unknown. */
typedef struct
{
  const char *property;
  const char *member; /* in the file */
  double min;
  double max;
  double value; /* by default */
} WeftEndpointRange;

extern const WeftEndpointRange weft_endpoint_ranges[WEFT_N_ENDPOINT_NUMBERS];
extern const char *const weft_endpoint_text_members[WEFT_N_ENDPOINT_TEXTS];
extern const char *const weft_endpoint_count_members[WEFT_N_ENDPOINT_COUNTS];

struct _WeftEndpoint
{
  GObject parent_instance;

  char *texts[WEFT_N_ENDPOINT_TEXTS]; /* NULL or not empty, but for the variable */
  double numbers[WEFT_N_ENDPOINT_NUMBERS];
  guint counts[WEFT_N_ENDPOINT_COUNTS];
  gboolean fields[WEFT_N_FIELDS];
  gboolean consent_plain_http;
  gboolean loopback;
  char *path; /* (nullable): the file that it was read from */

  char *session_key;     /* (nullable) */
  char *keyring_key;     /* (nullable): what the keyring said, while the URL stays */
  gboolean keyring_known;
};

/* @url made uniform: scheme and host in lower case, without slash at its end. (transfer full), NULL when it is not safe. */
char    *weft_endpoint_check_url   (const char *url, gboolean *loopback, GError **error);
/* Whether @key may go into a header; @where says where it came from. Takes white space off its ends. */
gboolean weft_endpoint_check_key   (char *key, const char *where, GError **error);
/* The key in the file that the profile names. (transfer full), NULL without error when it names none. */
char    *weft_endpoint_read_key    (WeftEndpoint *self, GError **error);
/* Whether @key may be sent to this endpoint: not over plain HTTP to another machine unless the user agreed. */
WEFT_API gboolean weft_endpoint_may_send (WeftEndpoint *self, const char *key, GError **error);
/* Overwrites a key before it is freed. */
void     weft_endpoint_wipe_key    (char *key);
/* Forgets what the keyring said. */
void     weft_endpoint_forget_keys (WeftEndpoint *self);
/* The folder of the user's profiles. (transfer full) */
char    *weft_endpoint_folder      (void);

G_END_DECLS
