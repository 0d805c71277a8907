/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What serving a language model gives, in words, tables and JSON. */
#include "cli/weft-cli-serve.h"

#include <math.h>

#include <glib/gi18n.h>

#define GIB (1024.0 * 1024.0 * 1024.0)

typedef struct
{
  const char *key;
  const char *label;
  double value;
} Part;

#define N_FIRST 6u
#define N_TOKEN 7u

static void
list_first (const WeftServingAnswer *answer, Part parts[N_FIRST])
{
  const WeftServingFirst *first = &answer->first;
  const Part all[N_FIRST] = {
    { "software_s", N_("Client and scheduling"), first->software_s },
    { "slot_s", N_("Waiting for room"), first->slot_s },
    { "queue_s", N_("Waiting behind other prompts"), first->queue_s },
    { "prefill_s", N_("Reading the prompt"), first->prefill_s },
    { "kv_transfer_s", N_("Sending its KV cache"), first->kv_transfer_s },
    { "step_s", N_("First step"), first->step_s },
  };

  for (guint i = 0; i < N_FIRST; i++)
    parts[i] = all[i];
}

static void
list_token (const WeftServingAnswer *answer, Part parts[N_TOKEN])
{
  const WeftServingTime *token = &answer->token;
  const Part all[N_TOKEN] = {
    { "weights_s", N_("Reading weights"), token->weights_s },
    { "kv_s", N_("Reading KV caches"), token->kv_s },
    { "compute_s", N_("Arithmetic beyond that"), token->compute_s },
    { "latency_s", N_("Latency of collectives"), token->latency_s },
    { "transfer_s", N_("Bytes of collectives"), token->transfer_s },
    { "host_s", N_("Software of the engine"), token->host_s },
    { "interference_s", N_("Prompts of other requests"), answer->interference_s },
  };

  for (guint i = 0; i < N_TOKEN; i++)
    parts[i] = all[i];
}

/* --- words --- */

static char *
format_number (const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (isnan (value) ? _("unknown") : g_ascii_formatd (digits, sizeof digits, format, value));
}

static void
add_time (WeftTable *table, const char *label, double seconds, double whole_s)
{
  g_autofree char *ms = format_number ("%.2f", 1e3 * seconds);
  g_autofree char *percent = format_number ("%.0f", 100 * seconds / whole_s);
  g_autofree char *share = g_strconcat (percent, " %", NULL);
  const char *cells[] = { label, ms, share, NULL };

  weft_table_add_row (table, cells);
}

static void
print_times (const WeftCliOptions *options, const char *title, const Part *parts, guint n, double sum_s)
{
  g_autoptr (WeftTable) table = weft_table_new (title);

  weft_table_add_column (table, _("Part"), WEFT_ALIGN_START);
  weft_table_add_column (table, "ms", WEFT_ALIGN_END);
  weft_table_add_column (table, _("Share"), WEFT_ALIGN_END);
  for (guint i = 0; i < n; i++)
    if (parts[i].value > 0)
      add_time (table, _(parts[i].label), parts[i].value, sum_s);
  add_time (table, _("Sum"), sum_s, sum_s);
  weft_cli_print_table (options, table);
  g_print ("\n");
}

static void
add_row (WeftTable *table, const char *label, char *value)
{
  const char *cells[] = { label, value, NULL };

  weft_table_add_row (table, cells);
  g_free (value);
}

static char *
requests_text (const WeftServingAnswer *answer)
{
  g_autofree char *requests = format_number ("%.4g", answer->concurrency);
  g_autofree char *fit = format_number ("%.0f", floor (answer->requests_fit));

  return g_strdup_printf (_("%s; %s fit a replica; limited by: %s"), requests, fit,
                          weft_serving_limit_label (answer->limit));
}

static char *
memory_text (const WeftServingAnswer *answer)
{
  g_autofree char *weights = format_number ("%.2f", answer->weight_bytes / GIB);
  g_autofree char *room = format_number ("%.2f", answer->room_bytes / GIB);
  g_autofree char *kv = format_number ("%.3f", answer->kv_bytes / GIB);

  return g_strdup_printf (_("%s GiB of weights, %s GiB for KV caches, %s GiB a request"), weights, room, kv);
}

static void
print_summary (const WeftCliOptions *options, const WeftCliServe *self)
{
  const WeftServingAnswer *answer = &self->answer;
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  weft_table_add_column (table, _("What"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_START);
  add_row (table, _("Time to the first token"),
           isnan (answer->ttft_s) ? g_strdup (_("all requests wait"))
                                  : weft_quantity_format (answer->ttft_s, WEFT_UNIT_S));
  add_row (table, _("Time between tokens"), weft_quantity_format (answer->tpot_s, WEFT_UNIT_S));
  add_row (table, _("Bound by"), g_strdup (weft_serving_bound_label (answer->bound)));
  add_row (table, _("Output tokens a second"), format_number ("%.1f", answer->tokens_s));
  add_row (table, _("of each chip"), format_number ("%.1f", answer->tokens_s_chip));
  add_row (table, _("for each user"), format_number ("%.1f", answer->tokens_s_user));
  add_row (table, _("Requests a second"), format_number ("%.3g", answer->requests_s));
  add_row (table, _("Requests at once"), requests_text (answer));
  add_row (table, _("Memory of the fullest chip"), memory_text (answer));
  add_row (table, _("Calibration"), weft_serving_describe_band (&self->system, &self->plan, answer));
  weft_cli_print_table (options, table);
  g_print ("\n");
}

static void
print_found (const WeftCliOptions *options, const WeftCliServe *self)
{
  const WeftServingFound *found = &self->found;
  g_autofree char *line = g_strdup_printf (_("%u plans answered, %u of them miss the limits; %u splits do not fit."),
                                           found->n_tried, found->n_slow, found->n_unfit);

  if (!found->is_found)
    weft_cli_print_styled (options, WEFT_STYLE_BAD,
                           found->has_nearest ? _("Nothing meets the limits. The nearest:")
                                              : _("Nothing fits: the model needs more memory or more chips."));
  if (!found->is_found)
    g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_DIM, line);
  g_print ("\n\n");
}

static void
print_plan (const WeftCliOptions *options, const WeftCliServe *self)
{
  g_autofree char *plan = weft_serving_plan_describe (&self->plan);
  g_autofree char *line = g_strdup_printf (_("%s on %g × %s: %s"), self->source.name,
                                           weft_serving_plan_chips (&self->plan), self->chip->name, plan);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, line);
  g_print ("\n");
  if (self->plan.separate_prefill)
    g_print (_("Prompts on chips of their own: TP%u ×%u\n"), self->plan.prefill.tp, self->plan.prefill.replicas);
  if (!self->answer.fits)
    {
      weft_cli_print_styled (options, WEFT_STYLE_BAD, _("It does not fit: times are those of one request if it did."));
      g_print ("\n");
    }
  g_print ("\n");
}

static void
print_warnings (guint warnings)
{
  for (guint i = 0; i < WEFT_SERVING_N_WARNINGS; i++)
    if (warnings & (1u << i))
      weft_cli_print_wrapped ("  - ", "    ", weft_serving_warning_text (1u << i));
}

void
weft_cli_serve_print (const WeftCliOptions *options, const WeftCliServe *self)
{
  Part first[N_FIRST], token[N_TOKEN];

  if (self->is_search)
    print_found (options, self);
  if (!self->is_answered)
    return;
  print_plan (options, self);
  print_summary (options, self);
  list_first (&self->answer, first);
  list_token (&self->answer, token);
  if (!isnan (self->answer.ttft_s))
    print_times (options, _("Time to the first token"), first, N_FIRST, self->answer.ttft_s);
  print_times (options, _("Time between tokens, mean over the answer"), token, N_TOKEN, self->answer.tpot_s);
  print_warnings (self->answer.warnings);
}

/* --- JSON --- */

/* What is not known is null. */
static void
set_number (JsonObject *object, const char *key, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, key, value);
  else
    json_object_set_null_member (object, key);
}

static JsonObject *
parts_to_json (const Part *parts, guint n)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < n; i++)
    set_number (object, parts[i].key, parts[i].value);
  return object;
}

static JsonObject *
pool_to_json (const WeftServingPool *pool)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "tp", pool->tp);
  json_object_set_int_member (object, "pp", pool->pp);
  json_object_set_int_member (object, "ep", pool->ep);
  json_object_set_int_member (object, "dp_attention", pool->dp_attention);
  json_object_set_int_member (object, "replicas", pool->replicas);
  set_number (object, "batch", pool->batch);
  return object;
}

static JsonObject *
plan_to_json (const WeftCliServe *self)
{
  const WeftServingPlan *plan = &self->plan;
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "model", self->source.name);
  json_object_set_string_member (object, "chip", self->chip->id);
  json_object_set_string_member (object, "scaleup", weft_inventory_scaleup (self->inventory, self->site.scaleup)->id);
  json_object_set_string_member (object, "scaleout",
                                 weft_inventory_scaleout (self->inventory, self->site.scaleout)->id);
  set_number (object, "domain_chips", self->site.domain_ranks);
  json_object_set_object_member (object, "pool", pool_to_json (&plan->pool));
  if (plan->separate_prefill)
    json_object_set_object_member (object, "prefill", pool_to_json (&plan->prefill));
  set_number (object, "input_tokens", plan->input_tokens);
  set_number (object, "output_tokens", plan->output_tokens);
  set_number (object, "cached_tokens", plan->cached_tokens);
  json_object_set_string_member (object, "weight_format", plan->weight_format);
  json_object_set_string_member (object, "kv_format", plan->kv_format);
  if (plan->engine != NULL)
    json_object_set_string_member (object, "engine", plan->engine);
  return object;
}

static JsonArray *
warnings_to_json (guint warnings)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < WEFT_SERVING_N_WARNINGS; i++)
    if (warnings & (1u << i))
      {
        JsonObject *entry = json_object_new ();

        json_object_set_string_member (entry, "id", weft_serving_warning_nick (1u << i));
        json_object_set_string_member (entry, "text", weft_serving_warning_text (1u << i));
        json_array_add_object_element (array, entry);
      }
  return array;
}

static void
set_rates (JsonObject *object, const WeftServingAnswer *answer)
{
  set_number (object, "tokens_s", answer->tokens_s);
  set_number (object, "tokens_s_chip", answer->tokens_s_chip);
  set_number (object, "tokens_s_user", answer->tokens_s_user);
  set_number (object, "requests_s", answer->requests_s);
  set_number (object, "requests", answer->requests);
  set_number (object, "requests_fit", answer->requests_fit);
  set_number (object, "concurrency", answer->concurrency);
  json_object_set_string_member (object, "limit", weft_serving_limit_nick (answer->limit));
  set_number (object, "weight_bytes", answer->weight_bytes);
  set_number (object, "room_bytes", answer->room_bytes);
  set_number (object, "kv_bytes", answer->kv_bytes);
  set_number (object, "chips", answer->chips);
}

static void
set_answer (JsonObject *object, const WeftCliServe *self)
{
  const WeftServingAnswer *answer = &self->answer;
  Part first[N_FIRST], token[N_TOKEN];

  list_first (answer, first);
  list_token (answer, token);
  json_object_set_object_member (object, "plan", plan_to_json (self));
  json_object_set_boolean_member (object, "fits", answer->fits);
  set_number (object, "ttft_s", answer->ttft_s);
  json_object_set_object_member (object, "ttft_parts", parts_to_json (first, N_FIRST));
  set_number (object, "tpot_s", answer->tpot_s);
  json_object_set_object_member (object, "tpot_parts", parts_to_json (token, N_TOKEN));
  json_object_set_string_member (object, "bound", weft_serving_bound_nick (answer->bound));
  set_rates (object, answer);
  set_number (object, "spread_ln", answer->spread);
  set_number (object, "ttft_spread_ln", answer->ttft_spread);
  json_object_set_array_member (object, "warnings", warnings_to_json (answer->warnings));
}

void
weft_cli_serve_print_json (const WeftCliServe *self)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  if (self->is_search)
    {
      json_object_set_boolean_member (object, "found", self->found.is_found);
      json_object_set_int_member (object, "tried", self->found.n_tried);
      json_object_set_int_member (object, "missed", self->found.n_slow);
      json_object_set_int_member (object, "unfit", self->found.n_unfit);
    }
  if (self->is_answered)
    set_answer (object, self);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}
