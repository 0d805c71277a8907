/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An endpoint: its properties, the fields that it takes, and what its tokens cost. */
#include "agent/weft-endpoint-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

G_DEFINE_QUARK (weft-endpoint-error-quark, weft_endpoint_error)
G_DEFINE_FINAL_TYPE (WeftEndpoint, weft_endpoint, G_TYPE_OBJECT)

/* Texts, numbers and counts stand in the order of their enumerations, so that a property's number leads to its member. */
enum
{
  PROP_0,
  PROP_TEXTS,
  PROP_NUMBERS = PROP_TEXTS + WEFT_N_ENDPOINT_TEXTS,
  PROP_COUNTS = PROP_NUMBERS + WEFT_N_ENDPOINT_NUMBERS,
  PROP_CONSENT = PROP_COUNTS + WEFT_N_ENDPOINT_COUNTS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static const char *const text_properties[WEFT_N_ENDPOINT_TEXTS] = {
  "name", "url", "model", "key-variable", "key-file", "reasoning-effort", "price-date", "ca-file",
};
const char *const weft_endpoint_text_members[WEFT_N_ENDPOINT_TEXTS] = {
  "name", "url", "model", "key_variable", "key_file", "reasoning_effort", "price_date", "ca_file",
};
static const char *const count_properties[WEFT_N_ENDPOINT_COUNTS] = { "max-tokens", "context-tokens" };
const char *const weft_endpoint_count_members[WEFT_N_ENDPOINT_COUNTS] = { "max_tokens", "context_tokens" };

/* Loading a model and long thinking take minutes; a server that is gone should be noticed in seconds. */
const WeftEndpointRange weft_endpoint_ranges[WEFT_N_ENDPOINT_NUMBERS] = {
  { "temperature", "temperature", 0, 10, NAN },
  { "top-p", "top_p", 0, 1, NAN },
  { "price-prompt", "price_prompt", 0, 1e9, NAN },
  { "price-completion", "price_completion", 0, 1e9, NAN },
  { "connect-s", "connect_s", 0.001, WEFT_ENDPOINT_MAX_S, 15 },
  { "first-byte-s", "first_byte_s", 0.001, WEFT_ENDPOINT_MAX_S, 300 },
  { "silence-s", "silence_s", 0.001, WEFT_ENDPOINT_MAX_S, 120 },
  { "turn-s", "turn_s", 0.001, WEFT_ENDPOINT_MAX_S, 1800 },
};

static const char *const field_names[WEFT_N_FIELDS] = {
  "stream_options", "temperature", "top_p", "seed", "max_tokens", "max_completion_tokens", "parallel_tool_calls",
  "response_format", "reasoning_effort", "tool_choice", "reasoning_content",
};

/* What nearly every server takes. Each of the others is refused by some, or changes what comes back. */
static const gboolean default_fields[WEFT_N_FIELDS] = {
  [WEFT_FIELD_STREAM_USAGE] = TRUE,    [WEFT_FIELD_TEMPERATURE] = TRUE,      [WEFT_FIELD_TOP_P] = TRUE,
  [WEFT_FIELD_SEED] = TRUE,            [WEFT_FIELD_MAX_TOKENS] = TRUE,       [WEFT_FIELD_RESPONSE_FORMAT] = TRUE,
  [WEFT_FIELD_REASONING_EFFORT] = TRUE, [WEFT_FIELD_TOOL_CHOICE_REQUIRED] = TRUE,
};

static gboolean
set_url (WeftEndpoint *self, const char *url, GError **error)
{
  gboolean loopback = FALSE;
  g_autofree char *clean = weft_endpoint_check_url (url, &loopback, error);

  if (clean == NULL)
    return FALSE;
  if (g_strcmp0 (clean, self->texts[WEFT_ENDPOINT_URL]) == 0)
    return TRUE;
  g_free (self->texts[WEFT_ENDPOINT_URL]);
  self->texts[WEFT_ENDPOINT_URL] = g_steal_pointer (&clean);
  self->loopback = loopback;
  /* A key and a consent are for one origin. */
  weft_endpoint_forget_keys (self);
  weft_endpoint_set_session_key (self, NULL);
  if (self->consent_plain_http)
    g_object_set (self, "consent-plain-http", FALSE, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXTS + WEFT_ENDPOINT_URL]);
  return TRUE;
}

static void
set_text (WeftEndpoint *self, guint i, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (i == WEFT_ENDPOINT_URL)
    {
      /* A binding cannot be told of an error: what is not safe is not taken. */
      if (!set_url (self, text, &error))
        g_debug ("%s", error->message);
      return;
    }
  if (text != NULL && *text == '\0' && i != WEFT_ENDPOINT_VARIABLE)
    text = NULL;
  if (g_strcmp0 (text, self->texts[i]) == 0 || (text == NULL && i == WEFT_ENDPOINT_NAME))
    return;
  g_free (self->texts[i]);
  self->texts[i] = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXTS + i]);
}

static void
set_number (WeftEndpoint *self, guint i, double value)
{
  const WeftEndpointRange *range = &weft_endpoint_ranges[i];

  if (isnan (value) && !isnan (range->value))
    return;
  if (value < range->min || value > range->max || value == self->numbers[i]
      || (isnan (value) && isnan (self->numbers[i])))
    return;
  self->numbers[i] = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NUMBERS + i]);
}

static void
weft_endpoint_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftEndpoint *self = WEFT_ENDPOINT (object);

  if (id < PROP_NUMBERS)
    set_text (self, id - PROP_TEXTS, g_value_get_string (value));
  else if (id < PROP_COUNTS)
    set_number (self, id - PROP_NUMBERS, g_value_get_double (value));
  else if (id < PROP_CONSENT && self->counts[id - PROP_COUNTS] != g_value_get_uint (value))
    {
      self->counts[id - PROP_COUNTS] = g_value_get_uint (value);
      g_object_notify_by_pspec (object, pspec);
    }
  else if (id == PROP_CONSENT && self->consent_plain_http != g_value_get_boolean (value))
    {
      self->consent_plain_http = g_value_get_boolean (value);
      g_object_notify_by_pspec (object, pspec);
    }
}

static void
weft_endpoint_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftEndpoint *self = WEFT_ENDPOINT (object);

  if (id < PROP_NUMBERS)
    g_value_set_string (value, self->texts[id - PROP_TEXTS]);
  else if (id < PROP_COUNTS)
    g_value_set_double (value, self->numbers[id - PROP_NUMBERS]);
  else if (id < PROP_CONSENT)
    g_value_set_uint (value, self->counts[id - PROP_COUNTS]);
  else
    g_value_set_boolean (value, self->consent_plain_http);
}

static void
weft_endpoint_finalize (GObject *object)
{
  WeftEndpoint *self = WEFT_ENDPOINT (object);

  weft_endpoint_forget_keys (self);
  weft_endpoint_wipe_key (self->session_key);
  for (guint i = 0; i < WEFT_N_ENDPOINT_TEXTS; i++)
    g_free (self->texts[i]);
  g_free (self->path);

  G_OBJECT_CLASS (weft_endpoint_parent_class)->finalize (object);
}

static void
weft_endpoint_class_init (WeftEndpointClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->set_property = weft_endpoint_set_property;
  object_class->get_property = weft_endpoint_get_property;
  object_class->finalize = weft_endpoint_finalize;

  for (guint i = 0; i < WEFT_N_ENDPOINT_TEXTS; i++)
    properties[PROP_TEXTS + i] = g_param_spec_string (text_properties[i], NULL, NULL, NULL, flags);
  /* Wide, since a range of a property has no room for NAN; set_number() keeps to the real one. */
  for (guint i = 0; i < WEFT_N_ENDPOINT_NUMBERS; i++)
    properties[PROP_NUMBERS + i] = g_param_spec_double (weft_endpoint_ranges[i].property, NULL, NULL, -G_MAXDOUBLE,
                                                        G_MAXDOUBLE, 0, flags | G_PARAM_LAX_VALIDATION);
  for (guint i = 0; i < WEFT_N_ENDPOINT_COUNTS; i++)
    properties[PROP_COUNTS + i] = g_param_spec_uint (count_properties[i], NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_CONSENT] = g_param_spec_boolean ("consent-plain-http", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_endpoint_init (WeftEndpoint *self)
{
  for (guint i = 0; i < WEFT_N_ENDPOINT_NUMBERS; i++)
    self->numbers[i] = weft_endpoint_ranges[i].value;
  for (guint i = 0; i < WEFT_N_FIELDS; i++)
    self->fields[i] = default_fields[i];
}

/**
 * weft_endpoint_new:
 * @name: what the user calls it
 * @url: its base, such as "http://127.0.0.1:8080/v1"
 * @model: (nullable): the model as the server names it; may be chosen later
 * @error: return location
 *
 * Returns: (transfer full): an endpoint that is sent what nearly every server takes; %NULL when the URL is not safe
 */
WeftEndpoint *
weft_endpoint_new (const char *name, const char *url, const char *model, GError **error)
{
  g_autoptr (WeftEndpoint) self = g_object_new (WEFT_TYPE_ENDPOINT, NULL);

  g_return_val_if_fail (name != NULL, NULL);

  if (!set_url (self, url, error))
    return NULL;
  self->texts[WEFT_ENDPOINT_NAME] = g_strdup (name);
  set_text (self, WEFT_ENDPOINT_MODEL, model);
  return g_steal_pointer (&self);
}

/**
 * weft_endpoint_set_url:
 * @self: an endpoint
 * @url: its new base
 * @error: return location
 *
 * Keys and the consent to plain HTTP were for the old one and are forgotten.
 *
 * Returns: %FALSE when the URL is not safe; then the old one stays
 */
gboolean
weft_endpoint_set_url (WeftEndpoint *self, const char *url, GError **error)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), FALSE);

  return set_url (self, url, error);
}

/**
 * weft_endpoint_get_name:
 * @self: an endpoint
 *
 * Returns: (transfer none): what the user calls it
 */
const char *
weft_endpoint_get_name (WeftEndpoint *self)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), NULL);

  return self->texts[WEFT_ENDPOINT_NAME];
}

/**
 * weft_endpoint_get_url:
 * @self: an endpoint
 *
 * Returns: (transfer none): its base, without a slash at its end
 */
const char *
weft_endpoint_get_url (WeftEndpoint *self)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), NULL);

  return self->texts[WEFT_ENDPOINT_URL];
}

/**
 * weft_endpoint_get_model:
 * @self: an endpoint
 *
 * Returns: (transfer none): the model, "" when none was chosen
 */
const char *
weft_endpoint_get_model (WeftEndpoint *self)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), NULL);

  return self->texts[WEFT_ENDPOINT_MODEL] != NULL ? self->texts[WEFT_ENDPOINT_MODEL] : "";
}

/**
 * weft_endpoint_is_loopback:
 * @self: an endpoint
 *
 * Returns: whether it is on this machine, so that neither key nor text goes over a network
 */
gboolean
weft_endpoint_is_loopback (WeftEndpoint *self)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), FALSE);

  return self->loopback;
}

/**
 * weft_field_name:
 * @field: an optional field of a request
 *
 * Returns: (transfer none): its name in the protocol
 */
const char *
weft_field_name (WeftField field)
{
  g_return_val_if_fail ((guint) field < WEFT_N_FIELDS, NULL);

  return field_names[field];
}

/**
 * weft_endpoint_has_field:
 * @self: an endpoint
 * @field: an optional field of a request
 *
 * Returns: whether the server is sent it
 */
gboolean
weft_endpoint_has_field (WeftEndpoint *self, WeftField field)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), FALSE);
  g_return_val_if_fail ((guint) field < WEFT_N_FIELDS, FALSE);

  return self->fields[field];
}

/**
 * weft_endpoint_set_field:
 * @self: an endpoint
 * @field: an optional field of a request
 * @on: whether the server is sent it
 */
void
weft_endpoint_set_field (WeftEndpoint *self, WeftField field, gboolean on)
{
  g_return_if_fail (WEFT_IS_ENDPOINT (self));
  g_return_if_fail ((guint) field < WEFT_N_FIELDS);

  self->fields[field] = !!on;
}

/**
 * weft_endpoint_cost_usd:
 * @self: an endpoint
 * @prompt: tokens of what was sent
 * @completion: tokens of what came back
 *
 * Returns: their price, %NAN when one of the prices that count is unknown
 */
double
weft_endpoint_cost_usd (WeftEndpoint *self, guint64 prompt, guint64 completion)
{
  double usd = 0;

  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), NAN);

  usd += (double) prompt * self->numbers[WEFT_ENDPOINT_PRICE_PROMPT] / 1e6;
  usd += (double) completion * self->numbers[WEFT_ENDPOINT_PRICE_COMPLETION] / 1e6;
  return usd;
}

/**
 * weft_endpoint_may_send: (skip)
 * @self: an endpoint
 * @key: (nullable): the key that would go there
 * @error: return location
 *
 * Returns: %FALSE when others on the network could read the key and the user did not agree to that
 */
gboolean
weft_endpoint_may_send (WeftEndpoint *self, const char *key, GError **error)
{
  if (key == NULL || self->loopback || self->consent_plain_http
      || g_str_has_prefix (self->texts[WEFT_ENDPOINT_URL], "https:"))
    return TRUE;
  g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_KEY,
               _("%s: the key would go over the network as plain text. Use https://, or agree to it with "
                 "\"consent_plain_http\": true in the profile, or let it look at no variable (\"key_variable\": \"\")"),
               self->texts[WEFT_ENDPOINT_URL]);
  return FALSE;
}
