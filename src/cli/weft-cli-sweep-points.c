/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft sweep` over one input or two: a table, a chart, and what has no effect. */
#include "cli/weft-cli-sweep.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-csv-write.h"
#include "base/weft-json-write.h"
#include "cli/weft-cli-outputs.h"
#include "draw/whatif/weft-sweep-plot.h"

/* Points whose reasons are found out, for readers and for programs. */
#define MOST_REASONS_SHOWN 8u
#define MOST_REASONS 50u

/* The answers and what they are about. */
typedef struct
{
  WeftWhatifResponse *response;
  WeftSweep *sweep;
  GPtrArray *inputs; /* WeftCliInput, borrowed: what moves */
  GPtrArray *held;   /* likewise: what has one value throughout */
  guint n_outputs;
} Answers;

static void
answers_clear (Answers *self)
{
  g_clear_pointer (&self->sweep, weft_sweep_free);
  g_clear_pointer (&self->response, weft_whatif_response_free);
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->held, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answers, answers_clear)

static void
part_inputs (WeftCliSweep *sweep, Answers *self)
{
  self->inputs = g_ptr_array_new ();
  self->held = g_ptr_array_new ();
  for (guint i = 0; i < sweep->inputs->len; i++)
    {
      WeftCliInput *input = sweep->inputs->pdata[i];

      g_ptr_array_add (input->n_values > 1 ? self->inputs : self->held, input);
    }
}

static void
add_paths (GPtrArray *paths, GPtrArray *inputs)
{
  for (guint i = 0; i < inputs->len; i++)
    g_ptr_array_add (paths, (gpointer) weft_input_get_path (((WeftCliInput *) inputs->pdata[i])->input));
}

static gboolean
ask (WeftCliSweep *sweep, Answers *self)
{
  g_autoptr (GPtrArray) designs = weft_cli_sweep_designs (sweep, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree WeftFactor *factors = NULL;
  g_autoptr (GError) error = NULL;
  WeftSweepAxis axes[WEFT_SWEEP_MOST_AXES];
  guint n = self->inputs->len + self->held->len;

  add_paths (paths, self->inputs);
  add_paths (paths, self->held);
  g_ptr_array_add (paths, NULL);
  self->n_outputs = g_strv_length ((char **) weft_cli_sweep_outputs (sweep));
  self->response = weft_whatif_response_new (designs, (const char *const *) paths->pdata,
                                             weft_cli_sweep_outputs (sweep), WEFT_ASK_EXACTLY, &error);
  if (self->response != NULL)
    {
      factors = g_memdup2 (weft_whatif_response_factors (self->response), n * sizeof *factors);
      for (guint i = 0; i < self->inputs->len; i++)
        {
          const WeftCliInput *input = self->inputs->pdata[i];

          axes[i] = (WeftSweepAxis) { i, input->values, input->n_values };
        }
      for (guint i = 0; i < self->held->len; i++)
        factors[self->inputs->len + i].value = ((WeftCliInput *) self->held->pdata[i])->values[0];
      self->sweep = weft_sweep_new (weft_whatif_response_get (self->response), factors, axes, self->inputs->len,
                                    &sweep->asking, &error);
    }
  if (self->sweep == NULL)
    weft_cli_refuse ("sweep: %s", error->message);
  return self->sweep != NULL;
}

/* --- reasons --- */

static gboolean
is_answered (const Answers *self, guint point)
{
  for (guint i = 0; i < self->n_outputs; i++)
    {
      WeftOutputKind kind = weft_whatif_response_output (self->response, i)->kind;
      double y = weft_sweep_answer (self->sweep, point, i);

      if (isnan (y) || (y == 0 && (kind == WEFT_OUTPUT_SCORE || kind == WEFT_OUTPUT_SPEEDUP)))
        return FALSE;
    }
  return TRUE;
}

/* Why a point has no answer. (transfer full) */
static char *
find_reason (WeftCliSweep *sweep, const Answers *self, guint point)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  g_autoptr (WeftEvaluation) evaluation = NULL;
  g_autofree double *values = g_new (double, self->inputs->len + self->held->len);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < self->inputs->len; i++)
    {
      values[inputs->len] = weft_sweep_value (self->sweep, point, i);
      g_ptr_array_add (inputs, ((WeftCliInput *) self->inputs->pdata[i])->input);
    }
  for (guint i = 0; i < self->held->len; i++)
    {
      const WeftCliInput *held = self->held->pdata[i];

      values[inputs->len] = held->values[0];
      g_ptr_array_add (inputs, held->input);
    }
  evaluation = weft_whatif_evaluate (sweep->whatif, inputs, values, &error);
  if (evaluation == NULL)
    return g_strdup (error->message);
  if (weft_evaluation_get_reason (evaluation) != NULL)
    return g_strdup (weft_evaluation_get_reason (evaluation));
  return g_strdup (_("it cannot be run"));
}

static char *
name_point (const Answers *self, guint point)
{
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      g_autofree char *value = weft_input_format (((WeftCliInput *) self->inputs->pdata[i])->input,
                                                  weft_sweep_value (self->sweep, point, i));

      g_string_append_printf (name, "%s%s", i > 0 ? ", " : "", value);
    }
  return g_string_free (name, FALSE);
}

/* Each reason once, with the first point and how many more. */
static void
print_reasons (WeftCliSweep *sweep, const Answers *self)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) firsts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) reasons = g_ptr_array_new ();
  guint n = 0;

  for (guint point = 0; point < self->sweep->n_points; point++)
    {
      char *reason;

      if (is_answered (self, point) || n++ >= MOST_REASONS_SHOWN)
        continue;
      reason = find_reason (sweep, self, point);
      if (!g_hash_table_contains (counts, reason))
        {
          g_ptr_array_add (reasons, reason);
          g_ptr_array_add (firsts, name_point (self, point));
          g_hash_table_insert (counts, reason, GUINT_TO_POINTER (1));
          continue;
        }
      g_hash_table_insert (counts, reason,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, reason)) + 1));
    }
  for (guint i = 0; i < reasons->len; i++)
    {
      guint times = GPOINTER_TO_UINT (g_hash_table_lookup (counts, reasons->pdata[i]));
      g_autofree char *head = times > 1 ? g_strdup_printf (_("%s and %u more: "), (char *) firsts->pdata[i], times - 1)
                                        : g_strdup_printf ("%s: ", (char *) firsts->pdata[i]);
      g_autofree char *line = g_strconcat (head, reasons->pdata[i], NULL);

      weft_cli_print_wrapped ("", "  ", line);
    }
  if (n > MOST_REASONS_SHOWN)
    g_print (g_dngettext (GETTEXT_PACKAGE, "%u more point has no answer\n", "%u more points have no answer\n",
                          n - MOST_REASONS_SHOWN),
             n - MOST_REASONS_SHOWN);
}

/* (transfer full) (nullable): what to say of an output that does not move with an input. */
static char *
say_flat (WeftCliSweep *sweep, const Answers *self, guint output, guint axis)
{
  WeftInput *input = ((WeftCliInput *) self->inputs->pdata[axis])->input;
  WeftOutput *what = weft_whatif_response_output (self->response, output);
  g_autofree char *why = NULL;
  g_autofree char *title = weft_input_dup_title (input);

  if (!weft_sweep_is_flat (self->sweep, output, axis) || self->sweep->axes[axis].n_values < 2)
    return NULL;
  why = weft_whatif_explain_flat (sweep->whatif, input, what);
  if (why != NULL)
    return g_strdup_printf (_("no effect of %s on %s: %s"), title, what->label, why);
  return g_strdup_printf (_("no effect of %s on %s"), title, what->label);
}

/* --- ways out --- */

static WeftTable *
make_table (const Answers *self)
{
  WeftTable *table = weft_table_new (NULL);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      g_autofree char *title = weft_input_dup_title (((WeftCliInput *) self->inputs->pdata[i])->input);

      weft_table_add_column (table, title, WEFT_ALIGN_END);
    }
  for (guint i = 0; i < self->n_outputs; i++)
    weft_table_add_column (table, weft_whatif_response_output (self->response, i)->label, WEFT_ALIGN_END);

  for (guint point = 0; point < self->sweep->n_points; point++)
    {
      g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

      for (guint i = 0; i < self->inputs->len; i++)
        g_ptr_array_add (cells, weft_input_format (((WeftCliInput *) self->inputs->pdata[i])->input,
                                                   weft_sweep_value (self->sweep, point, i)));
      for (guint i = 0; i < self->n_outputs; i++)
        g_ptr_array_add (cells, weft_output_format (weft_whatif_response_output (self->response, i),
                                                    weft_sweep_answer (self->sweep, point, i)));
      g_ptr_array_add (cells, NULL);
      weft_table_add_row (table, (const char *const *) cells->pdata);
    }
  return table;
}

static char *
make_csv (const Answers *self)
{
  GString *csv = g_string_new (NULL);

  for (guint i = 0; i < self->inputs->len; i++)
    {
      g_string_append (csv, i > 0 ? "," : "");
      weft_csv_write_text (csv, weft_input_get_path (((WeftCliInput *) self->inputs->pdata[i])->input));
    }
  for (guint i = 0; i < self->n_outputs; i++)
    {
      g_string_append_c (csv, ',');
      weft_csv_write_text (csv, weft_whatif_response_output (self->response, i)->path);
    }
  g_string_append (csv, "\r\n");
  for (guint point = 0; point < self->sweep->n_points; point++)
    {
      for (guint i = 0; i < self->inputs->len; i++)
        {
          g_string_append (csv, i > 0 ? "," : "");
          weft_csv_write_number (csv, weft_sweep_value (self->sweep, point, i));
        }
      for (guint i = 0; i < self->n_outputs; i++)
        {
          g_string_append_c (csv, ',');
          weft_csv_write_number (csv, weft_sweep_answer (self->sweep, point, i));
        }
      g_string_append (csv, "\r\n");
    }
  return g_string_free (csv, FALSE);
}

static JsonArray *
points_json (WeftCliSweep *sweep, const Answers *self)
{
  JsonArray *points = json_array_new ();
  guint n_reasons = 0;

  for (guint point = 0; point < self->sweep->n_points; point++)
    {
      JsonObject *object = json_object_new ();
      JsonArray *x = json_array_new (), *y = json_array_new ();

      for (guint i = 0; i < self->inputs->len; i++)
        weft_cli_sweep_add_number (x, weft_sweep_value (self->sweep, point, i));
      for (guint i = 0; i < self->n_outputs; i++)
        weft_cli_sweep_add_number (y, weft_sweep_answer (self->sweep, point, i));
      json_object_set_array_member (object, "inputs", x);
      json_object_set_array_member (object, "outputs", y);
      if (!is_answered (self, point) && n_reasons++ < MOST_REASONS)
        {
          g_autofree char *reason = find_reason (sweep, self, point);

          json_object_set_string_member (object, "reason", reason);
        }
      json_array_add_object_element (points, object);
    }
  return points;
}

static JsonArray *
flat_json (WeftCliSweep *sweep, const Answers *self)
{
  JsonArray *array = json_array_new ();

  for (guint output = 0; output < self->n_outputs; output++)
    for (guint axis = 0; axis < self->inputs->len; axis++)
      {
        WeftInput *input = ((WeftCliInput *) self->inputs->pdata[axis])->input;
        WeftOutput *what = weft_whatif_response_output (self->response, output);
        g_autofree char *why = NULL;
        JsonObject *object;

        if (!weft_sweep_is_flat (self->sweep, output, axis) || self->sweep->axes[axis].n_values < 2)
          continue;
        why = weft_whatif_explain_flat (sweep->whatif, input, what);
        object = json_object_new ();
        json_object_set_string_member (object, "input", weft_input_get_path (input));
        json_object_set_string_member (object, "output", what->path);
        if (why != NULL)
          json_object_set_string_member (object, "reason", why);
        else
          json_object_set_null_member (object, "reason");
        json_array_add_object_element (array, object);
      }
  return array;
}

static void
print_json (WeftCliSweep *sweep, const Answers *self)
{
  JsonObject *object = weft_cli_sweep_begin_json (sweep);
  JsonArray *inputs = json_array_new (), *held = json_array_new (), *outputs = json_array_new ();

  for (guint i = 0; i < self->inputs->len; i++)
    json_array_add_object_element (inputs,
                                   weft_cli_sweep_input_json (((WeftCliInput *) self->inputs->pdata[i])->input));
  for (guint i = 0; i < self->held->len; i++)
    {
      const WeftCliInput *input = self->held->pdata[i];
      JsonObject *entry = weft_cli_sweep_input_json (input->input);

      weft_json_set_number (entry, "at", input->values[0]);
      json_array_add_object_element (held, entry);
    }
  for (guint i = 0; i < self->n_outputs; i++)
    json_array_add_object_element (outputs,
                                   weft_cli_sweep_output_json (weft_whatif_response_output (self->response, i)));
  json_object_set_array_member (object, "inputs", inputs);
  json_object_set_array_member (object, "held", held);
  json_object_set_array_member (object, "outputs", outputs);
  json_object_set_array_member (object, "points", points_json (sweep, self));
  json_object_set_array_member (object, "no_effect", flat_json (sweep, self));
  weft_cli_sweep_print_json (object);
}

static void
print_words (WeftCliSweep *sweep, const Answers *self)
{
  g_autoptr (WeftTable) table = make_table (self);

  for (guint i = 0; i < self->held->len; i++)
    {
      const WeftCliInput *input = self->held->pdata[i];
      g_autofree char *title = weft_input_dup_title (input->input);
      g_autofree char *value = weft_input_format (input->input, input->values[0]);

      g_print (_("with %s: %s\n"), title, value);
    }
  weft_cli_print_table (sweep->options, table);
  print_reasons (sweep, self);
  for (guint output = 0; output < self->n_outputs; output++)
    for (guint axis = 0; axis < self->inputs->len; axis++)
      {
        g_autofree char *line = say_flat (sweep, self, output, axis);

        if (line != NULL)
          weft_cli_print_wrapped ("", "  ", line);
      }
}

static gboolean
draw_chart (WeftCliSweep *sweep, const Answers *self)
{
  const WeftCliInput *first = self->inputs->pdata[0];
  WeftSweepPlot data = { .sweep = self->sweep,
                         .what = weft_whatif_response_output (self->response, 0),
                         .log = first->log };
  g_autofree char *second = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;

  if (sweep->chart == NULL)
    return TRUE;
  for (guint i = 0; i < self->inputs->len; i++)
    data.inputs[i] = ((WeftCliInput *) self->inputs->pdata[i])->input;
  if (self->inputs->len > 1)
    second = weft_input_dup_title (data.inputs[1]);
  title = second != NULL ? g_strdup_printf (_("%s, a line for each %s"), weft_whatif_get_name (sweep->whatif), second)
                         : g_strdup (weft_whatif_get_name (sweep->whatif));
  data.title = title;
  return weft_cli_tell_saved (weft_sweep_plot_export (&data, sweep->chart, &weft_palette_light, &error), sweep->chart,
                              &error);
}

int
weft_cli_sweep_points (WeftCliSweep *sweep)
{
  g_auto (Answers) answers = { 0 };
  g_autofree char *csv = NULL;
  gboolean any = FALSE;

  part_inputs (sweep, &answers);
  if (answers.inputs->len > WEFT_SWEEP_MOST_AXES)
    return weft_cli_refuse (_("sweep: found %u inputs that move, expected one or two; --tornado takes many"),
                            answers.inputs->len);
  if (!ask (sweep, &answers))
    return WEFT_EXIT_BAD;
  if (sweep->options->json)
    print_json (sweep, &answers);
  else
    print_words (sweep, &answers);
  csv = sweep->csv != NULL ? make_csv (&answers) : NULL;
  if ((csv != NULL && !weft_cli_save_text (sweep->csv, csv)) || !draw_chart (sweep, &answers))
    return WEFT_EXIT_BAD;
  for (guint point = 0; point < answers.sweep->n_points && !any; point++)
    any = is_answered (&answers, point);
  return any ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
