/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Language models: a pass of prefill, passes of decode or a training step of a model of the catalog or of a
 * config.json, on tensor ranks, pipeline stages and copies. */
#include "workload/weft-generator-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"
#include "workload/weft-llm-graph-private.h"
#include "workload/weft-llm-source.h"

#define ID "llm"

/* What a graph is made of. */
typedef struct
{
  WeftLlmSource source;
  WeftLlmSetup setup;
  WeftLlmJob job;
} Llm;

static void G_GNUC_PRINTF (2, 3)
note (Llm *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->source.notes, g_strdup_vprintf (format, args));
  va_end (args);
}

static void
llm_clear (Llm *self)
{
  weft_llm_source_clear (&self->source);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Llm, llm_clear)

/* --- the model --- */

static gboolean
load (Llm *self, JsonObject *params, WeftCatalog *catalog, GError **error)
{
  const char *config = json_object_get_string_member (params, "config");
  const char *model = json_object_get_string_member (params, "model");
  g_autoptr (GError) lack = NULL;

  if (*config != '\0')
    {
      if (weft_llm_source_config (&self->source, config, error))
        return TRUE;
      g_prefix_error (error, "%s: config: ", ID);
      return FALSE;
    }
  if (weft_llm_source_record (&self->source, model, catalog, &lack))
    return TRUE;
  return weft_generator_refuse (ID, "model", lack->code, error, "%s", lack->message);
}

/* The values of the model that are known in one way, in a sentence. */
static void
note_facts (Llm *self, WeftLlmKnown known)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < self->source.facts->len; i++)
    {
      const WeftLlmFact *fact = g_ptr_array_index (self->source.facts, i);

      if (fact->known == known)
        g_string_append_printf (list, "%s%s %s (%s)", list->len > 0 ? ", " : "", fact->key, fact->value, fact->why);
    }
  if (list->len > 0 && known == WEFT_LLM_READ)
    note (self, _("Read of the model: %s."), list->str);
  else if (list->len > 0 && known == WEFT_LLM_DERIVED)
    note (self, _("Derived of the model: %s."), list->str);
  else if (list->len > 0)
    note (self, _("Assumed of the model: %s."), list->str);
}

/* A file is read before people's eyes; of the catalog's records they can see how each value is known. */
static void
note_all_facts (Llm *self, gboolean is_file)
{
  if (is_file)
    {
      note_facts (self, WEFT_LLM_READ);
      note_facts (self, WEFT_LLM_DERIVED);
    }
  note_facts (self, WEFT_LLM_ASSUMED);
}

/* --- what is asked for --- */

static guint32
get_count (JsonObject *params, const char *key)
{
  return json_object_get_int_member (params, key);
}

static gboolean
is_choice (JsonObject *params, const char *key, const char *word)
{
  return g_str_equal (json_object_get_string_member (params, key), word);
}

static void
read_job (WeftLlmJob *job, JsonObject *params)
{
  *job = (WeftLlmJob) {
    .is_training = is_choice (params, "phase", "training"),
    .is_decode = is_choice (params, "phase", "decode"),
    .all_logits = is_choice (params, "phase", "training") || is_choice (params, "logits", "all"),
    .is_gpipe = is_choice (params, "schedule", "gpipe"),
    .recompute = json_object_get_boolean_member (params, "recompute"),
    .tp = get_count (params, "tp"),
    .pp = get_count (params, "pp"),
    .dp = get_count (params, "dp"),
    .batch = get_count (params, "batch"),
    .microbatches = get_count (params, "microbatches"),
    .prompt = get_count (params, "prompt_tokens"),
    .new_tokens = get_count (params, "new_tokens"),
  };
}

/* Training computes in the formats that gradients are computed in. */
static gboolean
choose_dtype (Llm *self, JsonObject *params, GError **error)
{
  const char *dtype = json_object_get_string_member (params, "dtype");
  const char *native = *self->source.shape.native_dtype != '\0' ? self->source.shape.native_dtype : "bf16";
  gboolean is_native = g_str_equal (dtype, "native");
  const char *wanted = is_native ? native : dtype;

  if (is_native && isnan (weft_llm_dtype_bytes (native)))
    {
      note (self, _("The format “%s” of the model's weights is not known; 16 bits are counted."), native);
      wanted = "bf16";
    }
  if (self->job.is_training && (weft_llm_dtype_bytes (wanted) < 1 || g_str_equal (wanted, "int8")))
    {
      if (!is_native)
        return weft_generator_refuse (ID, "dtype", WEFT_WORKLOAD_ERROR_INVALID, error,
                                      _("found “%s”, which weights are stored in but not trained in, expected fp32, "
                                        "bf16, fp16 or fp8"),
                                      wanted);
      note (self, _("The model is published in %s, which nothing is trained in; 16 bits are counted."), wanted);
      wanted = "bf16";
    }
  weft_llm_setup_init (&self->setup, &self->source.shape, self->job.tp, wanted,
                       json_object_get_string_member (params, "kv_dtype"));
  return TRUE;
}

static gboolean
check_spread (Llm *self, GError **error)
{
  const WeftLlmJob *job = &self->job;
  double n_pieces = (double) job->dp * job->microbatches;

  if (job->pp > self->source.shape.layers)
    return weft_generator_refuse (ID, "pp", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found %u stages for %g layers; every stage needs one"), job->pp,
                                  self->source.shape.layers);
  if (job->batch < n_pieces)
    return weft_generator_refuse (ID, "batch", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found %u sequences, which is less than one for each of %u microbatches of %u "
                                    "copies"),
                                  job->batch, job->microbatches, job->dp);
  return TRUE;
}

static gboolean
check_length (Llm *self, GError **error)
{
  const WeftLlmJob *job = &self->job;
  guint32 made = job->is_decode ? job->new_tokens : 0;
  g_autofree char *found = weft_quantity_format ((double) job->prompt + made, WEFT_UNIT_COUNT);
  g_autofree char *most = weft_quantity_format (self->source.shape.max_len, WEFT_UNIT_COUNT);

  if (self->source.shape.max_len == 0 || (double) job->prompt + made <= self->source.shape.max_len)
    return TRUE;
  return weft_generator_refuse (ID, "prompt_tokens", WEFT_WORKLOAD_ERROR_INVALID, error,
                                _("found sequences of %s tokens, but “%s” takes at most %s"), found, self->source.name, most);
}

/* No row of tasks has more edges than three a task. */
static gboolean
check_size (Llm *self, GError **error)
{
  double n_tasks = weft_llm_graph_n_tasks (&self->source.shape, &self->job);

  return weft_generator_check_size (ID, n_tasks, 3 * n_tasks, error);
}

/* --- what people should know --- */

static double
rounded_share (double whole, guint32 tp)
{
  return ceil (whole / tp);
}

static void
note_heads (Llm *self)
{
  const WeftLlmShape *shape = &self->source.shape;
  guint32 tp = self->job.tp;
  double share = rounded_share (shape->heads, tp);

  if (share * tp != shape->heads)
    note (self, _("%g query heads do not divide among %u tensor ranks: each counts with %g, padded."), shape->heads, tp,
          share);
  if (shape->kv_lora_rank > 0)
    {
      if (tp > 1)
        note (self, _("The compressed KV cache belongs to all heads: each of the %u tensor ranks holds it whole."), tp);
      return;
    }
  if (tp > shape->kv_heads)
    note (self, _("%g KV heads on %u tensor ranks: each is held by %g of them."), shape->kv_heads, tp,
          tp / shape->kv_heads);
  else if (fmod (shape->kv_heads, tp) != 0)
    note (self, _("%g KV heads do not divide among %u tensor ranks: each counts with %g, padded."), shape->kv_heads, tp,
          rounded_share (shape->kv_heads, tp));
}

static void
note_stages (Llm *self)
{
  double layers = self->source.shape.layers;
  guint32 pp = self->job.pp;

  if (fmod (layers, pp) != 0)
    note (self, _("%g layers do not divide among %u stages: some have %g, others %g."), layers, pp, floor (layers / pp),
          ceil (layers / pp));
}

/* --- making it --- */

static char *
graph_name (const Llm *self)
{
  const WeftLlmJob *job = &self->job;
  const char *phase = job->is_training ? _("training") : (job->is_decode ? _("decode") : _("prefill"));

  return g_strdup_printf ("%s %s TP%u PP%u DP%u", self->source.name, phase, job->tp, job->pp, job->dp);
}

/* Whether a parameter says something about the graph. */
static gboolean
counts (const WeftLlmJob *job, JsonObject *params, const char *key)
{
  if (g_str_equal (key, "model"))
    return is_choice (params, "config", "");
  if (g_str_equal (key, "config"))
    return !is_choice (params, "config", "");
  if (g_str_equal (key, "new_tokens"))
    return job->is_decode;
  if (g_str_equal (key, "schedule") || g_str_equal (key, "recompute"))
    return job->is_training;
  if (g_str_equal (key, "kv_dtype") || g_str_equal (key, "logits"))
    return !job->is_training;
  return TRUE;
}

/* Only the parameters that count: a file has no name in the catalog, prefill makes no tokens. */
static char *
describe (const WeftLlmJob *job, JsonObject *params)
{
  GString *text = g_string_new (ID);
  JsonObjectIter iter;
  const char *key, *between = ": ";
  JsonNode *node;

  json_object_iter_init_ordered (&iter, params);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      gboolean is_text = json_node_get_value_type (node) == G_TYPE_STRING;
      g_autofree char *value = is_text ? json_node_dup_string (node) : weft_json_write_compact (node);

      if (!counts (job, params, key))
        continue;
      g_string_append_printf (text, "%s%s %s", between, key, value);
      between = ", ";
    }
  return g_string_free (text, FALSE);
}

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  g_auto (Llm) self = { 0 };
  const char *config = json_object_get_string_member (params, "config");
  g_autofree char *name = NULL;
  WeftTaskGraph *graph;

  read_job (&self.job, params);
  if (!load (&self, params, catalog, error))
    return NULL;
  if (!check_spread (&self, error) || !check_length (&self, error) || !choose_dtype (&self, params, error)
      || !check_size (&self, error))
    return NULL;
  note_heads (&self);
  note_stages (&self);
  note_all_facts (&self, *config != '\0');
  name = graph_name (&self);
  graph = weft_llm_graph_make (name, &self.setup, &self.job, self.source.notes, cancellable, error);
  if (graph != NULL)
    graph->source = describe (&self.job, params);
  return graph;
}

static const WeftParameter params[] = {
  { "model", N_("Model of the catalog"), NULL, WEFT_PARAMETER_TEXT, "\"llama-3.1-70b\"", 0, 0, NULL },
  { "config", N_("A config.json instead of it"), NULL, WEFT_PARAMETER_TEXT, "\"\"", 0, 0, NULL },
  { "phase", N_("What it does"), NULL, WEFT_PARAMETER_CHOICE, "\"prefill\"", 0, 0, "prefill,decode,training" },
  { "tp", N_("Tensor parallelism"), NULL, WEFT_PARAMETER_WHOLE, "8", 1, 4096, NULL },
  { "pp", N_("Pipeline stages"), NULL, WEFT_PARAMETER_WHOLE, "1", 1, WEFT_LLM_MAX_LAYERS, NULL },
  { "dp", N_("Copies of the model"), NULL, WEFT_PARAMETER_WHOLE, "1", 1, 4096, NULL },
  { "batch", N_("Sequences of all copies"), NULL, WEFT_PARAMETER_WHOLE, "1", 1, 1e6, NULL },
  { "prompt_tokens", N_("Tokens of a prompt, or of a training sequence"), NULL, WEFT_PARAMETER_WHOLE, "1024", 1, 1e7,
    NULL },
  { "new_tokens", N_("Tokens that decode makes for each sequence"), NULL, WEFT_PARAMETER_WHOLE, "1", 1, 1e6, NULL },
  { "microbatches", N_("Parts of a copy's sequences"), NULL, WEFT_PARAMETER_WHOLE, "1", 1, 65536, NULL },
  { "schedule", N_("Order of microbatches in training"), NULL, WEFT_PARAMETER_CHOICE, "\"1f1b\"", 0, 0, "1f1b,gpipe" },
  { "dtype", N_("Format of the weights"), NULL, WEFT_PARAMETER_CHOICE, "\"native\"", 0, 0,
    "native,fp32,bf16,fp16,fp8,int8,int4,mxfp4,nvfp4" },
  { "kv_dtype", N_("Format of the KV cache"), NULL, WEFT_PARAMETER_CHOICE, "\"native\"", 0, 0,
    "native,fp32,bf16,fp16,fp8,int8,int4" },
  { "logits", N_("Tokens that inference makes logits of"), NULL, WEFT_PARAMETER_CHOICE, "\"last\"", 0, 0, "last,all" },
  { "recompute", N_("Training makes activations anew instead of keeping them"), NULL, WEFT_PARAMETER_FLAG, "false", 0,
    0, NULL },
};

const WeftGenerator weft_generator_llm = {
  ID,
  N_("Language model"),
  N_("Prefill, decode or a training step of a language model, layer by layer and rank by rank, with its collectives."),
  params,
  G_N_ELEMENTS (params),
  make,
};
