/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a language model answers, and how that server wants to be asked: URL, model, where its key is, the fields that
 * it takes, its limits and prices. A JSON file without the key. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_ENDPOINT_ERROR (weft_endpoint_error_quark ())

typedef enum
{
  WEFT_ENDPOINT_ERROR_URL,     /* not http or https, without host, or with a password in it */
  WEFT_ENDPOINT_ERROR_PROFILE, /* the file is no profile */
  WEFT_ENDPOINT_ERROR_KEY,     /* the key cannot be had: file missing or readable by others, keyring locked */
} WeftEndpointError;

WEFT_API GQuark weft_endpoint_error_quark (void);

/* Optional fields of a request. Each may be switched off, by the user or by a server that refuses it. */
typedef enum
{
  WEFT_FIELD_STREAM_USAGE,        /* stream_options.include_usage */
  WEFT_FIELD_TEMPERATURE,
  WEFT_FIELD_TOP_P,
  WEFT_FIELD_SEED,
  WEFT_FIELD_MAX_TOKENS,
  WEFT_FIELD_MAX_COMPLETION_TOKENS,
  WEFT_FIELD_PARALLEL_TOOL_CALLS,
  WEFT_FIELD_RESPONSE_FORMAT,
  WEFT_FIELD_REASONING_EFFORT,
  WEFT_FIELD_TOOL_CHOICE_REQUIRED,
  WEFT_FIELD_REASONING_BACK,      /* reasoning_content in the history: off at first, switched on by a server that misses it */
  WEFT_N_FIELDS,
} WeftField;

WEFT_API const char *weft_field_name (WeftField field); /* as in the protocol: "max_tokens" */

#define WEFT_TYPE_ENDPOINT (weft_endpoint_get_type ())
/* Properties, all bindable: name, url, model, key-variable (NULL: WEFT_API_KEY, "": none), key-file, reasoning-effort (strings); temperature, top-p (doubles, NAN: not sent);
 * max-tokens, context-tokens (uints, 0: unknown); price-prompt, price-completion (USD a million tokens, NAN: unknown), price-date; ca-file; connect-s, first-byte-s, silence-s,
 * turn-s (doubles); consent-plain-http (boolean: the key may go to another machine without TLS). */
WEFT_API G_DECLARE_FINAL_TYPE (WeftEndpoint, weft_endpoint, WEFT, ENDPOINT, GObject)

/* @url: "http://127.0.0.1:8080/v1"; refused when it is not safe. (transfer full) */
WEFT_API WeftEndpoint *weft_endpoint_new           (const char *name, const char *url, const char *model, GError **error);
WEFT_API WeftEndpoint *weft_endpoint_new_from_json (JsonNode *root, const char *file, GError **error); /* (transfer full) */
WEFT_API JsonNode     *weft_endpoint_to_json       (WeftEndpoint *self); /* (transfer full): never with a key */
WEFT_API const char   *weft_endpoint_get_name      (WeftEndpoint *self);
WEFT_API const char   *weft_endpoint_get_url       (WeftEndpoint *self); /* base, without a slash at its end, query or user */
WEFT_API const char   *weft_endpoint_get_model     (WeftEndpoint *self);
WEFT_API gboolean      weft_endpoint_set_url       (WeftEndpoint *self, const char *url, GError **error); /* forgets keys and consent: they were for the old one */
WEFT_API gboolean      weft_endpoint_is_loopback   (WeftEndpoint *self);
WEFT_API gboolean      weft_endpoint_has_field     (WeftEndpoint *self, WeftField field);
WEFT_API void          weft_endpoint_set_field     (WeftEndpoint *self, WeftField field, gboolean on);
/* USD, NAN when a price is unknown. */
WEFT_API double        weft_endpoint_cost_usd      (WeftEndpoint *self, guint64 prompt, guint64 completion);

/* --- the key: environment variable, keyring, key file, or this run only --- */

/* Looks in that order: variable of the profile (WEFT_API_KEY by default, but only for the profile's own origin), keyring, key file, what set_session_key() gave. */
WEFT_API void          weft_endpoint_find_key_async  (WeftEndpoint *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* (nullable) (transfer full): NULL without error when there is none: many local servers need none. @source: (out) (optional): "variable", "keyring", "file", "session". */
WEFT_API char         *weft_endpoint_find_key_finish (WeftEndpoint *self, GAsyncResult *result, const char **source, GError **error);
WEFT_API void          weft_endpoint_set_session_key (WeftEndpoint *self, const char *key); /* (nullable): forgets it */
WEFT_API void          weft_endpoint_store_key_async  (WeftEndpoint *self, const char *key, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data); /* in the keyring; NULL removes it */
WEFT_API gboolean      weft_endpoint_store_key_finish (WeftEndpoint *self, GAsyncResult *result, GError **error);
/* First 8 hexadecimal digits of SHA-256 over URL and key. (transfer full) */
WEFT_API char         *weft_endpoint_fingerprint     (WeftEndpoint *self, const char *key);
/* @text without the key, bearer tokens, "sk-..." and what is secret in URLs; the one place that makes text from outside fit to show or store. @key: (nullable). (transfer full) */
WEFT_API char         *weft_endpoint_redact          (const char *text, const char *key);

/* --- the user's profiles --- */

/* Those in $XDG_CONFIG_HOME/weft/endpoints, one file each; WEFT_ENDPOINT_DIR first. A file that is no profile is left out with a warning in @problems (nullable). (transfer full) (element-type WeftEndpoint) */
WEFT_API GListModel   *weft_endpoint_list   (GPtrArray *problems, GError **error);
WEFT_API gboolean      weft_endpoint_save   (WeftEndpoint *self, GError **error);
/* What a server refused, for the next run. */
WEFT_API gboolean      weft_endpoint_remember_fields (WeftEndpoint *self, GError **error);
WEFT_API gboolean      weft_endpoint_delete (WeftEndpoint *self, GError **error);
WEFT_API WeftEndpoint *weft_endpoint_find   (const char *name_or_path, GError **error); /* (transfer full) */

G_END_DECLS
