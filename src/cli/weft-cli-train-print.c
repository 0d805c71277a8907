/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a training step takes, in words, tables and JSON. */
#include "cli/weft-cli-train.h"

#include <math.h>

#include <glib/gi18n.h>

/* From the middle to the ends of an interval that nine of ten cases lie in, in standard deviations. */
#define NINE_OF_TEN 1.6448536269514722

/* --- words --- */

static char *
format_number (const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (isnan (value) ? _("unknown") : g_ascii_formatd (digits, sizeof digits, format, value));
}

static void
add_row (WeftTable *table, const char *label, char *value)
{
  const char *cells[] = { label, value, NULL };

  weft_table_add_row (table, cells);
  g_free (value);
}

static char *
percent_text (double share)
{
  g_autofree char *digits = format_number ("%.1f", 100 * share);

  return g_strconcat (digits, " %", NULL);
}

/* "4.33 s (4.02 to 4.66 s in nine cases of ten)" */
static char *
step_text (const WeftCliTrain *self)
{
  double factor = exp (NINE_OF_TEN * self->spread);
  g_autofree char *step = weft_quantity_format (self->step.step_s, WEFT_UNIT_S);
  g_autofree char *low = NULL, *high = NULL;

  if (isnan (self->spread))
    return g_steal_pointer (&step);
  low = weft_quantity_format (self->step.step_s / factor, WEFT_UNIT_S);
  high = weft_quantity_format (self->step.step_s * factor, WEFT_UNIT_S);
  return g_strdup_printf (_("%s; %s to %s in nine cases of ten"), step, low, high);
}

static void
print_summary (const WeftCliOptions *options, const WeftCliTrain *self)
{
  const WeftTrainingStep *step = &self->step;
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  weft_table_add_column (table, _("What"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_START);
  add_row (table, _("Time of a step"), step_text (self));
  add_row (table, _("Tokens a second"), weft_quantity_format (step->tokens_s, WEFT_UNIT_TOKENS_S));
  add_row (table, _("of each chip"), weft_quantity_format (step->chip_tokens_s, WEFT_UNIT_TOKENS_S));
  add_row (table, _("Microbatches of a replica"), format_number ("%.0f", step->microbatches));
  add_row (table, _("Model utilisation, causal attention"), percent_text (step->model_utilisation));
  add_row (table, _("Model utilisation, full attention"), percent_text (step->full_utilisation));
  add_row (table, _("Hardware utilisation"), percent_text (step->hardware_utilisation));
  weft_cli_print_table (options, table);
  g_print ("\n");
}

static void
print_step (const WeftCliOptions *options, const WeftCliTrain *self)
{
  g_autofree char *title = g_strdup_printf (_("A step, on pipeline stage %u of %u"), self->step.stage + 1,
                                            self->plan.pp);
  g_autoptr (WeftTable) table = weft_table_new (title);

  weft_table_add_column (table, _("Part"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Time"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Share"), WEFT_ALIGN_END);
  for (guint i = 0; i <= WEFT_N_TRAINING_PARTS; i++)
    {
      gboolean is_sum = i == WEFT_N_TRAINING_PARTS;
      double part_s = is_sum ? self->step.step_s : self->step.part_s[i];
      g_autofree char *time = weft_quantity_format (part_s, WEFT_UNIT_S);
      g_autofree char *share = percent_text (part_s / self->step.step_s);
      const char *cells[] = { is_sum ? _("Sum") : weft_training_part_label (i), time, share, NULL };

      if (part_s > 0)
        weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
  g_print ("\n");
}

static void
print_memory (const WeftCliOptions *options, const WeftCliTrain *self)
{
  g_autofree char *title = g_strdup_printf (_("Memory of a chip of stage %u"), self->stage + 1);
  g_autoptr (WeftTable) table = weft_table_new (title);

  weft_table_add_column (table, _("Item"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Bytes"), WEFT_ALIGN_END);
  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    if (self->items.bytes[i] > 0)
      add_row (table, weft_memory_item_label (i), weft_quantity_format (self->items.bytes[i], WEFT_UNIT_BYTES));
  add_row (table, _("Sum"), weft_quantity_format (weft_memory_items_total (&self->items), WEFT_UNIT_BYTES));
  add_row (table, _("Memory of the chip"), weft_quantity_format (self->items.capacity_bytes, WEFT_UNIT_BYTES));
  add_row (table, _("Free"), weft_quantity_format (weft_memory_items_free (&self->items), WEFT_UNIT_BYTES));
  weft_cli_print_table (options, table);
  if (!self->fits)
    {
      weft_cli_print_styled (options, WEFT_STYLE_BAD,
                             _("It does not fit: the time is that of the step if it did. “weft evaluate --fit” names "
                               "the nearest change."));
      g_print ("\n");
    }
}

static void
print_search (const WeftCliOptions *options, const WeftCliTrain *self)
{
  g_autofree char *line = g_strdup_printf (_("%" G_GUINT64_FORMAT " plans, of which %" G_GUINT64_FORMAT
                                             " need more memory than there is and were not timed."),
                                           self->tally.plans, self->tally.too_large);

  weft_cli_print_styled (options, WEFT_STYLE_DIM, line);
  g_print ("\n");
  if (!self->is_answered)
    weft_cli_print_styled (options, WEFT_STYLE_BAD,
                           _("No plan divides these chips and this batch: give another --count or --batch."));
  else if (self->n_best == 0)
    weft_cli_print_styled (options, WEFT_STYLE_BAD, _("Nothing fits. What lacks least:"));
  if (self->n_best == 0)
    g_print ("\n");
  for (guint i = 0; i < self->n_best; i++)
    {
      g_autofree char *plan = weft_training_plan_describe (&self->best[i].plan);
      g_autofree char *time = weft_quantity_format (self->best[i].step_s, WEFT_UNIT_S);

      g_print ("%u. %s  %s\n", i + 1, time, plan);
    }
  g_print ("\n");
}

static void
print_warnings (const WeftCliTrain *self)
{
  if (!self->site.kernels.gemm[self->plan.format].is_calibrated)
    weft_cli_print_wrapped ("  - ", "    ", _("Products in this format were not measured on this chip: rates follow "
                                              "from the "
                                              "data sheet and what other chips reach."));
  if (!self->site.fabric.is_calibrated)
    weft_cli_print_wrapped ("  - ", "    ", _("Collectives were not measured on this scale-up fabric."));
  if (!self->site.fabric.is_calibrated_across)
    weft_cli_print_wrapped ("  - ", "    ", _("Collectives were not measured on this network."));
}

void
weft_cli_train_print (const WeftCliOptions *options, const WeftCliTrain *self)
{
  g_autofree char *plan = NULL;
  g_autofree char *line = NULL;

  if (self->is_search)
    print_search (options, self);
  if (!self->is_answered)
    return;
  plan = weft_training_plan_describe (&self->plan);
  line = g_strdup_printf (_("%s on %u × %s: %s"), self->source.name, self->chips, self->chip->name, plan);
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, line);
  g_print ("\n\n");
  print_summary (options, self);
  print_step (options, self);
  print_memory (options, self);
  print_warnings (self);
}

/* --- JSON --- */

static void
set_number (JsonObject *object, const char *key, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, key, value);
  else
    json_object_set_null_member (object, key);
}

static JsonObject *
plan_to_json (const WeftTrainingPlan *plan)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "tp", plan->tp);
  json_object_set_int_member (object, "pp", plan->pp);
  json_object_set_int_member (object, "cp", plan->cp);
  json_object_set_int_member (object, "ep", plan->ep);
  json_object_set_int_member (object, "dp", plan->dp);
  json_object_set_int_member (object, "chunks", plan->virtual_stages);
  json_object_set_int_member (object, "zero_stage", plan->zero_stage);
  set_number (object, "microbatch", plan->microbatch);
  set_number (object, "global_batch", plan->global_batch);
  set_number (object, "sequence", plan->sequence);
  json_object_set_string_member (object, "recompute", weft_recompute_nick (plan->recompute));
  json_object_set_string_member (object, "dtype", weft_format_nick (plan->format));
  if (plan->stack != NULL)
    json_object_set_string_member (object, "stack", plan->stack);
  return object;
}

static JsonObject *
step_to_json (const WeftTrainingStep *step)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < WEFT_N_TRAINING_PARTS; i++)
    set_number (object, weft_training_part_nick (i), step->part_s[i]);
  return object;
}

static JsonObject *
memory_to_json (const WeftMemoryItems *items)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    set_number (object, weft_memory_item_nick (i), items->bytes[i]);
  set_number (object, "total", weft_memory_items_total (items));
  set_number (object, "capacity", items->capacity_bytes);
  return object;
}

static void
set_answer (JsonObject *object, const WeftCliTrain *self)
{
  const WeftTrainingStep *step = &self->step;

  json_object_set_string_member (object, "model", self->source.name);
  json_object_set_string_member (object, "chip", self->chip->id);
  json_object_set_int_member (object, "chips", self->chips);
  json_object_set_object_member (object, "plan", plan_to_json (&self->plan));
  json_object_set_boolean_member (object, "fits", self->fits);
  set_number (object, "step_s", step->step_s);
  set_number (object, "spread_ln", self->spread);
  json_object_set_object_member (object, "parts_s", step_to_json (step));
  set_number (object, "tokens_s", step->tokens_s);
  set_number (object, "tokens_s_chip", step->chip_tokens_s);
  set_number (object, "model_utilisation", step->model_utilisation);
  set_number (object, "full_utilisation", step->full_utilisation);
  set_number (object, "hardware_utilisation", step->hardware_utilisation);
  json_object_set_object_member (object, "memory_bytes", memory_to_json (&self->items));
}

static JsonArray *
best_to_json (const WeftCliTrain *self)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->n_best; i++)
    {
      JsonObject *object = plan_to_json (&self->best[i].plan);

      set_number (object, "step_s", self->best[i].step_s);
      set_number (object, "memory_bytes", self->best[i].memory_bytes);
      json_array_add_object_element (array, object);
    }
  return array;
}

void
weft_cli_train_print_json (const WeftCliTrain *self)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  if (self->is_search)
    {
      json_object_set_int_member (object, "plans", (gint64) self->tally.plans);
      json_object_set_int_member (object, "too_large", (gint64) self->tally.too_large);
      json_object_set_int_member (object, "timed", (gint64) self->tally.timed);
      json_object_set_array_member (object, "best", best_to_json (self));
    }
  if (self->is_answered)
    set_answer (object, self);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}
