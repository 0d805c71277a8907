/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences for what happens beside the dialogue: how a run begins and ends, what the user does, what goes wrong. */
#include "config.h"

#include "agent/weft-dialogue-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "agent/weft-dialogue-data-private.h"
#include "base/weft-quantity.h"

#define MAX_WORD_CHARS 200
#define MAX_MESSAGE_CHARS 600

/* A word of the trail and the sentence that is shown for it. */
typedef struct
{
  const char *word;
  const char *text;
} Phrase;

static const Phrase controls[] = {
  { "pause", N_ ("The user paused the run.") },
  { "go on", N_ ("The user let the run go on.") },
  { "stop", N_ ("The user stopped the run.") },
  { "resume", N_ ("The run was taken up again.") },
  { "retry", N_ ("The user did not wait any longer.") },
  { "budget", N_ ("The user changed the budget.") },
};

static const Phrase ends[] = {
  { "budget", N_ ("The budget of evaluations is used up.") },
  { "evaluations", N_ ("The budget of evaluations is used up.") },
  { "requests", N_ ("The budget of requests is used up.") },
  { "idle", N_ ("Too many turns brought no new valid design.") },
  { "idle_turns", N_ ("Too many turns brought no new valid design.") },
  { "patience", N_ ("The score has not become better for too many evaluations.") },
  { "wall_s", N_ ("The time is used up.") },
  { "time", N_ ("The time is used up.") },
  { "tokens", N_ ("The budget of tokens is used up.") },
  { "cost", N_ ("The budget of money is used up.") },
  { "cost_usd", N_ ("The budget of money is used up.") },
  { "stop", N_ ("The user stopped the run.") },
  { "stopped", N_ ("The user stopped the run.") },
  { "duplicates", N_ ("Too many designs in a row had been evaluated before.") },
  { "failures", N_ ("Too many requests in a row failed.") },
  { "context", N_ ("The messages do not fit into the model's context.") },
  { "refused", N_ ("The endpoint refused the request.") },
  { "length", N_ ("The answers do not fit into the limit of tokens.") },
  { "silent", N_ ("The planner proposed no design for too many turns.") },
  { "exhausted", N_ ("There is nothing more to try.") },
  { "record", N_ ("The record ends here.") },
  { "trail", N_ ("The trail could not be written.") },
  { "nothing more to try", N_ ("There is nothing more to try.") },
  { "refused candidates only", N_ ("The method proposed nothing but designs that were refused.") },
  { "finished", N_ ("The run is finished.") },
};

static const Phrase failures[] = {
  { "length", N_ ("The answer was cut at the endpoint's limit of tokens.") },
  { "filtered", N_ ("The endpoint's filter held the answer back.") },
  { "truncated", N_ ("The answer broke off before its end.") },
  { "malformed", N_ ("Something in the answer is not JSON.") },
  { "cancelled", N_ ("The answer was stopped.") },
};

/* (nullable): translated */
static const char *
find_phrase (const Phrase *phrases,
             guint         n,
             const char   *word)
{
  for (guint i = 0; word != NULL && i < n; i++)
    if (g_str_equal (phrases[i].word, word))
      return _ (phrases[i].text);
  return NULL;
}

#define FIND_PHRASE(phrases, word) find_phrase (phrases, G_N_ELEMENTS (phrases), word)

static void
append_sentence (GString *text,
                 char    *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

/* Whether an agent advises and does not plan. */
gboolean
weft_dialogue_is_specialist (const char *agent)
{
  static const char *const specialists[] = { "chip", "scaleup", "scaleout", NULL };

  return agent != NULL && g_strv_contains (specialists, agent);
}

/* --- how it begins and ends --- */

/* The endpoint is a profile, or the name of one. (transfer full) (nullable) */
static char *
dup_endpoint (JsonObject *planner)
{
  JsonObject *profile = weft_json_find_object (planner, "endpoint");
  char *url = weft_data_word (profile, "url", MAX_WORD_CHARS);

  if (url != NULL)
    return url;
  url = weft_data_word (profile, "name", MAX_WORD_CHARS);
  return url != NULL ? url : weft_data_word (planner, "endpoint", MAX_WORD_CHARS);
}

/* (transfer full) */
static char *
word_planner (JsonObject *planner)
{
  const char *kind = weft_json_find_string (planner, "kind");
  g_autofree char *model = weft_data_word (planner, "model", MAX_WORD_CHARS);
  g_autofree char *endpoint = dup_endpoint (planner);

  if (g_strcmp0 (kind, "builtin") == 0)
    return g_strdup (_ ("Planner: built in."));
  if (g_strcmp0 (kind, "replay") == 0)
    return g_strdup (_ ("Planner: the record of an earlier run."));
  if (model != NULL && endpoint != NULL)
    return g_strdup_printf (_ ("Planner: %s at %s."), model, endpoint);
  if (model != NULL || endpoint != NULL)
    return g_strdup_printf (_ ("Planner: %s."), model != NULL ? model : endpoint);
  return g_strdup (_ ("Planner: a language model."));
}

/* (transfer full) */
static char *
word_search (JsonObject *data)
{
  g_autofree char *label = weft_data_word (data, "method_label", MAX_WORD_CHARS);
  g_autofree char *method = label != NULL ? NULL : weft_data_word (data, "method", MAX_WORD_CHARS);

  if (label == NULL && method == NULL)
    return g_strdup (_ ("The run begins."));
  return g_strdup_printf (_ ("Search: %s."), label != NULL ? label : method);
}

static guint64
find_budget (JsonObject *data,
             JsonObject *planner)
{
  JsonObject *budget = weft_json_find_object (planner, "budget");
  guint64 n;

  if (budget == NULL)
    budget = weft_json_find_object (data, "budget");
  n = weft_json_find_count (budget, "evaluations");
  return n > 0 ? n : weft_json_find_count (data, "budget");
}

char *
weft_dialogue_word_start (JsonObject *data)
{
  JsonObject *planner = weft_json_find_object (data, "planner");
  guint64 n = find_budget (data, planner);
  g_autofree char *space = weft_data_word (data, "space", MAX_WORD_CHARS);
  g_autofree char *seed = weft_data_text (data, "seed");
  GString *text = g_string_new (NULL);

  append_sentence (text, planner != NULL ? word_planner (planner) : word_search (data));
  if (space != NULL)
    append_sentence (text, g_strdup_printf (_ ("Space: %s."), space));
  if (seed != NULL && isfinite (weft_json_find_number (data, "seed")))
    append_sentence (text, g_strdup_printf (_ ("Seed: %s."), seed));
  if (n > 0 && n < G_MAXUINT32)
    append_sentence (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "At most %u evaluation.",
                                                         "At most %u evaluations.", (gulong) n),
                                            (guint) n));
  return g_string_free (text, FALSE);
}

static void
append_best (GString    *text,
             JsonObject *best)
{
  double score = weft_json_find_number (best, "score");
  guint64 evaluation = weft_json_find_count (best, "evaluation");

  if (best == NULL || isnan (score))
    append_sentence (text, g_strdup (_ ("No design has a score.")));
  else if (evaluation > 0 && evaluation < G_MAXUINT32)
    append_sentence (text, g_strdup_printf (_ ("The best score is %.4f, of evaluation %u."), score,
                                            (guint) evaluation));
  else
    append_sentence (text, g_strdup_printf (_ ("The best score is %.4f."), score));
}

char *
weft_dialogue_word_end (JsonObject *data)
{
  const char *known = FIND_PHRASE (ends, weft_json_find_string (data, "reason"));
  char *reason = known != NULL ? g_strdup (known) : weft_data_word (data, "reason", MAX_MESSAGE_CHARS);
  GString *text = g_string_new (NULL);

  append_sentence (text, reason != NULL ? reason : g_strdup (_ ("The run is over.")));
  if (!g_str_has_suffix (text->str, ".") && !g_str_has_suffix (text->str, "…"))
    g_string_append_c (text, '.');
  append_best (text, weft_json_find_object (data, "best"));
  return g_string_free (text, FALSE);
}

/* --- what happens on the way --- */

char *
weft_dialogue_word_control (JsonObject *data)
{
  const char *known = FIND_PHRASE (controls, weft_json_find_string (data, "what"));
  g_autofree char *what = weft_data_word (data, "what", MAX_WORD_CHARS);

  if (known != NULL)
    return g_strdup (known);
  return what != NULL ? g_strdup_printf (_ ("The user asked for: %s."), what) : NULL;
}

char *
weft_dialogue_word_retry (JsonObject *data,
                          gboolean    told)
{
  double wait_ms = weft_json_find_number (data, "wait_ms");
  g_autofree char *why = told ? NULL : weft_data_word (data, "why", MAX_MESSAGE_CHARS);
  g_autofree char *wait = wait_ms >= 0 ? weft_quantity_format (wait_ms / 1000, WEFT_UNIT_S) : NULL;

  if (wait != NULL && why != NULL)
    return g_strdup_printf (_ ("Asked again after %s: %s"), wait, why);
  if (wait != NULL)
    return g_strdup_printf (_ ("Asked again after %s."), wait);
  return why != NULL ? g_strdup_printf (_ ("Asked again: %s"), why) : g_strdup (_ ("Asked again."));
}

char *
weft_dialogue_word_field (JsonObject *data)
{
  g_autofree char *field = weft_data_word (data, "field", MAX_WORD_CHARS);
  g_autofree char *message = weft_data_word (data, "message", MAX_MESSAGE_CHARS);

  if (field == NULL)
    return NULL;
  if (message == NULL)
    return g_strdup_printf (_ ("The endpoint does not take “%s”, which is not sent any more."), field);
  return g_strdup_printf (_ ("The endpoint does not take “%s”, which is not sent any more: %s"), field, message);
}

/* (nullable) (transfer full): of a model that is told of a part of the catalog. */
static char *
word_brief (JsonObject *data)
{
  guint64 chips = weft_json_find_count (data, "chips");
  guint64 of = weft_json_find_count (data, "of");
  guint64 context = weft_json_find_count (data, "context_tokens");

  if (chips == 0 || of < chips || context == 0)
    return NULL;
  return g_strdup_printf (_ ("The model reads %lu tokens at a time, so it is told of %lu of the %lu chips, in few words."),
                          (gulong) context, (gulong) chips, (gulong) of);
}

char *
weft_dialogue_word_compaction (JsonObject *data)
{
  guint64 n = weft_json_find_count (data, "removed");
  char *brief = word_brief (data);

  if (brief != NULL)
    return brief;
  if (n == 0 || n >= G_MAXUINT32)
    return g_strdup (_ ("Earlier messages were put into a table, so that the rest has room."));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%u earlier message was put into a table, so that the rest has room.",
                                       "%u earlier messages were put into a table, so that the rest has room.",
                                       (gulong) n),
                          (guint) n);
}

char *
weft_dialogue_word_limit (JsonObject *data)
{
  g_autofree char *limit = weft_data_word (data, "limit", MAX_WORD_CHARS);
  g_autofree char *value = weft_data_text (data, "value");

  if (limit == NULL)
    return g_strdup (_ ("A limit was reached."));
  if (value == NULL)
    return g_strdup_printf (_ ("A limit was reached: %s."), limit);
  return g_strdup_printf (_ ("A limit was reached: %s, %s."), limit, value);
}

/* The error's message, with its status where the server gave one. (transfer full) (nullable) */
static char *
dup_error (JsonObject *data)
{
  JsonObject *error = weft_json_find_object (data, "error");
  char *message = weft_data_word (error, "message", MAX_MESSAGE_CHARS);

  return message != NULL ? message : weft_data_word (data, "error", MAX_MESSAGE_CHARS);
}

/* (transfer full) */
static char *
word_outcome (JsonObject *data)
{
  const char *outcome = weft_json_find_string (data, "outcome");
  const char *known = FIND_PHRASE (failures, outcome);
  g_autofree char *error = dup_error (data);
  g_autofree char *limit = weft_data_word (data, "limit", MAX_WORD_CHARS);
  guint64 status = weft_json_find_count (data, "status");

  if (known != NULL)
    return g_strdup (known);
  if (g_strcmp0 (outcome, "limit") == 0)
    return g_strdup_printf (_ ("The answer is larger than the limit of %s."), limit != NULL ? limit : "?");
  if (error != NULL && status >= 400)
    return g_strdup_printf (_ ("The endpoint answers with error %u: %s"), (guint) status, error);
  if (error != NULL)
    return g_strdup_printf (_ ("There was no answer: %s"), error);
  return g_strdup (_ ("There was no answer that is of use."));
}

char *
weft_dialogue_word_failure (const char *agent,
                            JsonObject *data)
{
  g_autofree char *text = word_outcome (data);

  return weft_dialogue_is_specialist (agent) ? g_strdup_printf (_ ("Specialist “%s”: %s"), agent, text)
                                             : g_steal_pointer (&text);
}

char *
weft_dialogue_word_no_advice (const char *agent,
                              const char *error)
{
  g_autofree char *safe = weft_dialogue_make_safe (error, MAX_MESSAGE_CHARS);

  return g_strdup_printf (_ ("Specialist “%s” gave no advice: %s"), agent, safe);
}
