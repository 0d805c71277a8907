/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading designs for a command, from a file or from standard input, and printing what they
 * violate. */
#include "cli/weft-cli.h"

#include <sys/stat.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>

#include "base/weft-file.h"
#include "base/weft-json.h"

/**
 * weft_cli_read_standard_input:
 * @error: where to put why it could not be read
 *
 * Reads at most the bytes that a file may have, and one more to notice that there are too many.
 *
 * Returns: (transfer full) (nullable): all bytes
 */
GBytes *
weft_cli_read_standard_input (GError **error)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GByteArray) all = g_byte_array_new ();
  guint8 block[65536];
  gssize n;

  while ((n = g_input_stream_read (input, block, sizeof block, NULL, error)) > 0)
    {
      g_byte_array_append (all, block, n);
      if (all->len > WEFT_FILE_MAX_BYTES)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       _("found more than %d bytes, expected at most as many"),
                       WEFT_FILE_MAX_BYTES);
          return NULL;
        }
    }
  if (n < 0)
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&all));
}

static WeftDesign *
parse_design (const char *text, gsize length, const char *name, GPtrArray *violations,
              GError **error)
{
  g_autoptr (JsonNode) root
      = weft_json_parse (text != NULL ? text : "", length, name, NULL, error);

  if (root == NULL)
    return NULL;
  return weft_design_new_from_json (root, name, violations, error);
}

static WeftDesign *
load_standard_input (GPtrArray *violations, GError **error)
{
  const char *name = _("standard input");
  g_autoptr (GBytes) bytes = weft_cli_read_standard_input (error);
  const char *text;
  gsize length;

  if (bytes == NULL)
    {
      g_prefix_error (error, "%s: ", name);
      return NULL;
    }
  text = g_bytes_get_data (bytes, &length);
  return parse_design (text, length, name, violations, error);
}

/* What the shell makes of <(COMMAND), and /dev/stdin. */
static gboolean
is_stream (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 && (S_ISFIFO (info.st_mode) || S_ISCHR (info.st_mode));
}

static WeftDesign *
load_stream (const char *path, GPtrArray *violations, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  gsize length = 0;
  g_autofree char *text = weft_file_read_stream (path, WEFT_FILE_MAX_BYTES, &length, error);

  return text != NULL ? parse_design (text, length, name, violations, error) : NULL;
}

static WeftStyle
severity_style (WeftSeverity severity)
{
  switch (severity)
    {
    case WEFT_SEVERITY_ERROR:
      return WEFT_STYLE_BAD;
    case WEFT_SEVERITY_WARNING:
      return WEFT_STYLE_WARNING;
    case WEFT_SEVERITY_INFO:
    default:
      return WEFT_STYLE_DIM;
    }
}

static void
note_problems (WeftCatalog *catalog, guint first)
{
  const char *const *problems = weft_catalog_get_problems (catalog);

  for (guint i = first; problems[i] != NULL; i++)
    weft_cli_note (_("weft: left out of the catalog: %s"), problems[i]);
}

/**
 * weft_cli_evaluator:
 * @options: the command's options; a profile that they name must exist
 *
 * Loads the catalog.
 *
 * Returns: (transfer full) (nullable): an evaluator, or %NULL after a message
 */
WeftEvaluator *
weft_cli_evaluator (const WeftCliOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (WeftEvaluator) evaluator = NULL;

  if (catalog == NULL)
    {
      weft_cli_fail (error);
      return NULL;
    }
  note_problems (catalog, 0);
  evaluator = weft_evaluator_new (catalog);
  if (options->profile != NULL
      && weft_evaluator_get_inventory (evaluator, options->profile, &error) == NULL)
    {
      weft_cli_fail (error);
      return NULL;
    }
  return g_steal_pointer (&evaluator);
}

/**
 * weft_cli_components:
 * @evaluator: the evaluator, whose catalog is asked
 *
 * Reads the components, for a command that uses them.
 *
 * Returns: %FALSE after a message
 */
gboolean
weft_cli_components (WeftEvaluator *evaluator)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (evaluator);
  guint n_before = g_strv_length ((char **) weft_catalog_get_problems (catalog));
  g_autoptr (GError) error = NULL;

  if (!weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, &error))
    {
      weft_cli_fail (error);
      return FALSE;
    }
  note_problems (catalog, n_before);
  return TRUE;
}

/**
 * weft_cli_read_design:
 * @path: a file, or "-" for standard input
 * @violations: (element-type WeftViolation): takes what reading finds
 * @design: (out) (transfer full) (nullable): the design, when it could be read
 *
 * Reads a design.
 */
WeftRead
weft_cli_read_design (const char *path, GPtrArray *violations, WeftDesign **design)
{
  g_autoptr (GError) error = NULL;

  if (g_str_equal (path, "-"))
    *design = load_standard_input (violations, &error);
  else if (is_stream (path))
    *design = load_stream (path, violations, &error);
  else
    *design = weft_design_load (path, violations, &error);
  if (*design != NULL)
    return WEFT_READ_DONE;
  if (g_error_matches (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE))
    return WEFT_READ_STRUCTURE;
  weft_cli_fail (error);
  return WEFT_READ_FAILED;
}

/**
 * weft_cli_evaluate:
 * @evaluator: the evaluator
 * @options: the command's options
 * @path: a file, or "-" for standard input
 * @violations: (element-type WeftViolation): takes what reading and the rules find
 * @evaluation: (out) (transfer full) (nullable): the evaluation, when the design could be read
 *
 * Reads a design and evaluates it.
 */
WeftRead
weft_cli_evaluate (WeftEvaluator        *evaluator,
                   const WeftCliOptions *options,
                   const char           *path,
                   GPtrArray            *violations,
                   WeftEvaluation      **evaluation)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = NULL;
  WeftRead read = weft_cli_read_design (path, violations, &design);
  WeftCatalog *catalog = weft_evaluator_get_catalog (evaluator);
  guint n_before = g_strv_length ((char **) weft_catalog_get_problems (catalog));
  GListModel *found;

  *evaluation = NULL;
  if (read != WEFT_READ_DONE)
    return read;
  *evaluation
      = weft_evaluator_evaluate (evaluator, design, options->profile, violations, &error);
  if (*evaluation == NULL)
    {
      weft_cli_refuse ("%s: %s", path, error->message);
      return WEFT_READ_FAILED;
    }
  /* Components are read when a graph first asks for one. */
  note_problems (catalog, n_before);
  g_ptr_array_set_size (violations, 0);
  found = weft_evaluation_get_violations (*evaluation);
  for (guint i = 0; i < g_list_model_get_n_items (found); i++)
    g_ptr_array_add (violations, g_list_model_get_item (found, i));
  return WEFT_READ_DONE;
}

/* The violations as the JSON of every command has them. (transfer full) */
JsonArray *
weft_cli_violations_json (GPtrArray *violations)
{
  JsonArray *array = json_array_sized_new (violations->len);

  for (guint i = 0; i < violations->len; i++)
    json_array_add_element (array, weft_violation_to_json (violations->pdata[i]));
  return array;
}

/* Severity, place and code on one line where it has room for them. */
static void
print_head (const WeftCliOptions *options, WeftViolation *violation, const char *path)
{
  const char *severity = weft_severity_label (weft_violation_get_severity (violation));
  const char *code = weft_violation_get_code (violation);
  g_autofree char *label = weft_violation_get_waived (violation) != NULL
                             ? g_strdup_printf (_("%s, accepted"), severity)
                             : g_strdup (severity);
  g_autofree char *place
      = g_strdup_printf ("%s [%s]", path[0] != '\0' ? path : _("(whole document)"), code);
  guint width = weft_cli_width ();

  weft_cli_print_styled (options, severity_style (weft_violation_get_standing (violation)), label);
  if (width > 0 && g_utf8_strlen (label, -1) + 1 + g_utf8_strlen (place, -1) > (glong) width)
    {
      g_print ("\n");
      weft_cli_print_wrapped ("  ", "  ", place);
    }
  else
    g_print (" %s\n", place);
}

static void
print_waiver (const char *reason)
{
  g_autofree char *text = g_strdup_printf (_("Accepted: %s"), reason);

  weft_cli_print_wrapped ("  ", "  ", text);
}

/* Prints violations in words: severity, place, what is wrong, what to do. */
void
weft_cli_print_violations (const WeftCliOptions *options, GPtrArray *violations)
{
  for (guint i = 0; i < violations->len; i++)
    {
      WeftViolation *violation = violations->pdata[i];
      g_autofree char *path = weft_cli_line (weft_violation_get_path (violation));
      const char *hint = weft_violation_get_hint (violation);
      const char *waived = weft_violation_get_waived (violation);

      print_head (options, violation, path);
      weft_cli_print_wrapped ("  ", "  ", weft_violation_get_message (violation));
      if (waived != NULL)
        print_waiver (waived);
      else if (hint != NULL && hint[0] != '\0')
        weft_cli_print_wrapped ("  ", "  ", hint);
    }
}

/**
 * weft_cli_refuse_structure:
 * @options: how to print
 * @violations: what was found
 *
 * Returns: the exit status
 */
int
weft_cli_refuse_structure (const WeftCliOptions *options, GPtrArray *violations)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_array_member (object, "violations", weft_cli_violations_json (violations));
  json_node_take_object (root, object);
  if (options->json)
    weft_cli_print_json (root);
  else
    weft_cli_print_violations (options, violations);
  return WEFT_EXIT_NO;
}
