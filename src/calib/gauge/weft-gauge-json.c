/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fit gives, as JSON. */
#include <math.h>

#include "base/weft-json-write.h"
#include "calib/gauge/weft-gauge-line-private.h"

static const char *const views[WEFT_GAUGE_N_VIEWS] = { "held_out", "in_sample", "elsewhere" };

static JsonObject *
score_to_json (const WeftGaugeScore *score)
{
  JsonObject *object = json_object_new ();
  const struct
  {
    const char *key;
    double value;
  } numbers[] = {
    { "mape", score->mape },
    { "median", score->median },
    { "p90", score->p90 },
    { "max", score->max },
    { "bias", score->bias },
    { "rms", score->rms },
    { "null_mape", score->null_mape },
    { "null_max", score->null_max },
    { "skill", score->skill },
    { "spearman", score->spearman },
    { "choice_spearman", score->choice_spearman },
    { "least_spearman", score->least_spearman },
    { "regret", score->regret },
    { "max_regret", score->max_regret },
  };

  json_object_set_int_member (object, "rows", score->n);
  json_object_set_int_member (object, "without_prediction", score->n_lost);
  json_object_set_int_member (object, "by_start", score->n_assumed);
  json_object_set_int_member (object, "choices", score->n_choices);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    weft_json_set_number (object, numbers[i].key, numbers[i].value);
  return object;
}

static JsonArray *
slopes_to_json (GArray *picked, WeftGaugeView view)
{
  g_autoptr (GArray) slopes = weft_gauge_slopes (picked, view);
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < slopes->len; i++)
    {
      const WeftGaugeSlope *slope = &g_array_index (slopes, WeftGaugeSlope, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "series", slope->series);
      weft_json_set_number (object, "least", slope->least);
      weft_json_set_number (object, "most", slope->most);
      weft_json_set_number (object, "measured", slope->measured);
      weft_json_set_number (object, "predicted", slope->predicted);
      json_array_add_object_element (list, object);
    }
  return list;
}

static JsonObject *
set_to_json (const WeftGauge *self, const WeftGaugePart *part, const char *set)
{
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));
  JsonObject *object = json_object_new ();

  weft_gauge_pick (part, set, picked);
  json_object_set_string_member (object, "set", set);
  for (guint view = 0; view < WEFT_GAUGE_N_VIEWS; view++)
    {
      WeftGaugeScore score = weft_gauge_score (picked, view);

      if (score.n > 0)
        json_object_set_object_member (object, views[view], score_to_json (&score));
    }
  json_object_set_array_member (object, "slopes",
                                slopes_to_json (picked, self->check ? WEFT_GAUGE_IN_SAMPLE : WEFT_GAUGE_HELD_OUT));
  return object;
}

static JsonObject *
parameter_to_json (const WeftGaugePart *part, guint j)
{
  const WeftGaugeParameter *parameter = weft_gauge_part_parameter (part, j);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "key", parameter->key);
  weft_json_set_number (object, "value", part->x[j]);
  json_object_set_string_member (object, "unit", parameter->unit);
  weft_json_set_number (object, "start", parameter->start);
  json_object_set_int_member (object, "rows", part->n_bearing[j]);
  weft_json_set_number (object, "residual", part->residual[j]);
  weft_json_set_number (object, "least_of_folds", part->low[j]);
  weft_json_set_number (object, "most_of_folds", part->high[j]);
  if (part->origin[j] != NULL)
    json_object_set_string_member (object, "source", part->origin[j]);
  return object;
}

static JsonObject *
part_to_json (const WeftGauge *self, const WeftGaugePart *part)
{
  g_autoptr (GPtrArray) sets = weft_gauge_sets (part);
  JsonObject *object = json_object_new ();
  JsonArray *list = json_array_new ();
  JsonArray *constants = json_array_new ();

  json_object_set_string_member (object, "domain", part->domain->id);
  json_object_set_int_member (object, "rows", part->cases->len);
  json_object_set_int_member (object, "sources", part->n_sources);
  json_object_set_int_member (object, "folds", part->n_folds);
  weft_json_set_number (object, "within_interval", weft_gauge_coverage (part));
  for (guint i = 0; i < sets->len; i++)
    json_array_add_object_element (list, set_to_json (self, part, sets->pdata[i]));
  json_object_set_array_member (object, "sets", list);
  for (guint j = 0; j < part->parameters->len; j++)
    json_array_add_object_element (constants, parameter_to_json (part, j));
  json_object_set_array_member (object, "constants", constants);
  json_object_set_array_member (object, "skipped", weft_json_strings (part->skipped));
  return object;
}

static JsonObject *
line_to_json (const WeftGaugeLine *line)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "label", line->label);
  json_object_set_string_member (object, "measure", line->measure);
  json_object_set_int_member (object, "rows", line->n);
  weft_json_set_number (object, "value", line->value);
  weft_json_set_number (object, "at_most", line->at_most);
  weft_json_set_number (object, "at_least", line->at_least);
  json_object_set_boolean_member (object, "met", line->is_met);
  return object;
}

JsonNode *
weft_gauge_to_json (const WeftGauge *self)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *domains = json_array_new ();
  JsonArray *lines = json_array_new ();

  json_node_take_object (node, object);
  json_object_set_int_member (object, "rows", self->n_rows);
  json_object_set_boolean_member (object, "fitted", !self->check);
  for (guint i = 0; i < self->parts->len; i++)
    json_array_add_object_element (domains, part_to_json (self, self->parts->pdata[i]));
  json_object_set_array_member (object, "domains", domains);
  for (guint i = 0; i < self->lines->len; i++)
    json_array_add_object_element (lines, line_to_json (self->lines->pdata[i]));
  json_object_set_array_member (object, "lines", lines);
  json_object_set_array_member (object, "unused", weft_json_strings (self->unused));
  json_object_set_array_member (object, "kept", weft_json_strings (self->kept));
  return node;
}
