/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft sweep` reads: inputs with their values, and designs. */
#include "cli/weft-cli-sweep.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "model/whatif/weft-sweep.h"

/* Values of a range for which nobody says how many. */
#define USUAL_VALUES 21

static WeftCliInput *
refuse (WeftCliInput *self, GError *error)
{
  weft_cli_refuse ("sweep: --input: %s", error->message);
  g_error_free (error);
  weft_cli_sweep_free_input (self);
  return NULL;
}

/* "a,b,c" */
static gboolean
read_list (WeftCliInput *self, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", WEFT_SWEEP_MOST_POINTS + 1);
  guint n = g_strv_length (words);

  if (n == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%s: found no value after “=”"),
                   weft_input_get_path (self->input));
      return FALSE;
    }
  self->values = g_new (double, n + 1);
  for (guint i = 0; i < n; i++)
    if (!weft_input_parse (self->input, g_strstrip (words[i]), &self->values[i], error))
      return FALSE;
  self->n_values = n;
  self->low = self->values[0];
  self->high = self->values[n - 1];
  return TRUE;
}

static gboolean
read_count (WeftCliInput *self, const char *text, guint *n, GError **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 2, G_MAXUINT64, &number, NULL) || number > WEFT_SWEEP_MOST_POINTS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("%s: found “%s”, expected “log”, “linear” or a number of values from 2 to %u"),
                   weft_input_get_path (self->input), text, WEFT_SWEEP_MOST_POINTS);
      return FALSE;
    }
  *n = (guint) number;
  return TRUE;
}

static gboolean
check_range (WeftCliInput *self, GError **error)
{
  const char *path = weft_input_get_path (self->input);

  if (!(self->low < self->high))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _("%s: found the range %g to %g, expected the smaller number first"), path, self->low, self->high);
  else if (self->log && !(self->low > 0))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _("%s: a logarithmic range from %g, expected one above 0"), path, self->low);
  else
    return TRUE;
  return FALSE;
}

/* Values between the ends; whole numbers only once. */
static void
fill_values (WeftCliInput *self, guint n)
{
  WeftFactor factor = weft_input_get_factor (self->input);

  factor.low = self->low;
  factor.high = self->high;
  factor.is_log = self->log;
  g_free (self->values);
  self->values = weft_sweep_values (&factor, n);
  self->n_values = 0;
  for (guint i = 0; i < n; i++)
    if (i == 0 || self->values[i] != self->values[self->n_values - 1])
      self->values[self->n_values++] = self->values[i];
}

/* "LOW:HIGH[:N][:log|:linear]" */
static gboolean
read_range (WeftCliInput *self, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ":", 6);
  guint n = USUAL_VALUES;

  self->log = FALSE;
  if (!weft_input_parse (self->input, words[0], &self->low, error)
      || !weft_input_parse (self->input, words[1], &self->high, error))
    return FALSE;
  for (guint i = 2; words[i] != NULL; i++)
    if (g_str_equal (words[i], "log") || g_str_equal (words[i], "linear"))
      self->log = g_str_equal (words[i], "log");
    else if (!read_count (self, words[i], &n, error))
      return FALSE;
  if (!check_range (self, error))
    return FALSE;
  fill_values (self, n);
  return TRUE;
}

static void
take_own_range (WeftCliInput *self)
{
  WeftFactor factor = weft_input_get_factor (self->input);

  self->low = factor.low;
  self->high = factor.high;
  self->log = factor.is_log;
  fill_values (self, weft_input_is_flag (self->input) ? 2 : USUAL_VALUES);
}

WeftCliInput *
weft_cli_sweep_read_input (WeftWhatif *whatif, const char *text)
{
  const char *equals = strchr (text, '=');
  g_autofree char *path = equals != NULL ? g_strndup (text, equals - text) : g_strdup (text);
  WeftCliInput *self = g_new0 (WeftCliInput, 1);
  GError *error = NULL;
  gboolean read = TRUE;

  self->input = weft_whatif_find_input (whatif, path, &error);
  if (self->input == NULL)
    return refuse (self, error);
  if (equals == NULL)
    take_own_range (self);
  else if (strchr (equals, ':') != NULL)
    read = read_range (self, equals + 1, &error);
  else
    read = read_list (self, equals + 1, &error);
  return read ? self : refuse (self, error);
}

void
weft_cli_sweep_free_input (gpointer data)
{
  WeftCliInput *self = data;

  g_clear_object (&self->input);
  g_free (self->values);
  g_free (self);
}

WeftWhatif *
weft_cli_sweep_read_design (WeftEvaluator *evaluator, const WeftCliOptions *options, const char *path, int *status)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftDesign) design = NULL;
  g_autoptr (GError) error = NULL;
  WeftRead read = weft_cli_read_design (path, violations, &design);
  WeftWhatif *whatif;

  *status = WEFT_EXIT_BAD;
  if (read == WEFT_READ_STRUCTURE)
    *status = weft_cli_refuse_structure (options, violations);
  if (read != WEFT_READ_DONE)
    return NULL;
  whatif = weft_whatif_new (evaluator, design, options->profile, &error);
  if (whatif == NULL)
    {
      weft_cli_refuse ("%s: %s", path, error->message);
      *status = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA) ? WEFT_EXIT_NO : WEFT_EXIT_BAD;
    }
  return whatif;
}

const char *const *
weft_cli_sweep_outputs (const WeftCliSweep *sweep)
{
  static const char *const score[] = { "score", NULL };

  return sweep->output_texts != NULL ? (const char *const *) sweep->output_texts : score;
}

GPtrArray *
weft_cli_sweep_designs (const WeftCliSweep *sweep, WeftWhatif *other)
{
  GPtrArray *designs = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (designs, g_object_ref (sweep->whatif));
  if (other != NULL)
    g_ptr_array_add (designs, g_object_ref (other));
  return designs;
}

/* --- JSON --- */

JsonObject *
weft_cli_sweep_begin_json (const WeftCliSweep *sweep)
{
  WeftEvaluation *evaluation = weft_whatif_get_evaluation (sweep->whatif);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "design", weft_evaluation_get_design_name (evaluation));
  json_object_set_string_member (object, "design_sha256", weft_evaluation_get_design_digest (evaluation));
  json_object_set_string_member (object, "profile", weft_evaluation_get_profile (evaluation));
  json_object_set_string_member (object, "profile_sha256", weft_evaluation_get_profile_digest (evaluation));
  return object;
}

void
weft_cli_sweep_print_json (JsonObject *object)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

JsonObject *
weft_cli_sweep_input_json (WeftInput *input)
{
  JsonObject *object = json_object_new ();
  g_autofree char *title = weft_input_dup_title (input);

  json_object_set_string_member (object, "path", weft_input_get_path (input));
  json_object_set_string_member (object, "label", title);
  json_object_set_string_member (object, "group", weft_input_group_nick (weft_input_get_group (input)));
  weft_json_set_number (object, "value", weft_input_get_value (input));
  json_object_set_string_member (object, "unit", weft_input_get_unit (input));
  weft_json_set_number (object, "low", weft_input_get_low (input));
  weft_json_set_number (object, "high", weft_input_get_high (input));
  weft_json_set_number (object, "spread", weft_input_get_spread (input));
  json_object_set_string_member (object, "confidence", weft_confidence_nick (weft_input_get_confidence (input)));
  json_object_set_string_member (object, "source", weft_input_get_source (input));
  json_object_set_string_member (object, "note", weft_input_get_note (input));
  return object;
}

JsonObject *
weft_cli_sweep_output_json (const WeftOutput *output)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "path", output->path);
  json_object_set_string_member (object, "label", output->label);
  json_object_set_string_member (object, "unit", weft_unit_symbol (output->unit));
  json_object_set_boolean_member (object, "less_is_better", output->less_is_better);
  return object;
}

void
weft_cli_sweep_add_number (JsonArray *array, double number)
{
  if (isfinite (number))
    json_array_add_double_element (array, number);
  else
    json_array_add_null_element (array);
}
