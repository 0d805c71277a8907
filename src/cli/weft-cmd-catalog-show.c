/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft catalog show`: a record's or a profile's values, each with its source, and a profile's own
 * assumption beside the catalog's fact. */
#include "cli/weft-cli-catalog.h"

#include <string.h>

#include <glib/gi18n.h>

/* What a name stands for: a record, or a profile. */
typedef struct
{
  WeftRecord *record;
  WeftProfile *profile;
} WeftEntry;

/* A table of values whose sources are listed once below it. */
typedef struct
{
  WeftTable *table;
  GPtrArray *sources; /* of char* */
  gboolean narrow;    /* keys alone, without what they mean in words */
} WeftSheet;

static void
set_text (JsonObject *object, const char *key, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, key, text);
  else
    json_object_set_null_member (object, key);
}

/* A number with a unit is given in SI, everything else as it is written. */
static void
add_value (JsonObject *object, const WeftValue *value)
{
  double to_si = 1;
  WeftUnit unit = weft_key_unit (value->key, &to_si);
  gboolean is_number = JSON_NODE_HOLDS_VALUE (value->node)
                       && json_node_get_value_type (value->node) != G_TYPE_STRING
                       && json_node_get_value_type (value->node) != G_TYPE_BOOLEAN;

  if (is_number && to_si != 1)
    json_object_set_double_member (object, "value", json_node_get_double (value->node) * to_si);
  else
    json_object_set_member (object, "value", json_node_copy (value->node));
  json_object_set_string_member (object, "unit", weft_unit_symbol (unit));
  json_object_set_member (object, "written", json_node_copy (value->node));
  json_object_set_string_member (object, "confidence",
                                 weft_confidence_nick (value->provenance->confidence));
  set_text (object, "source", value->provenance->source);
  set_text (object, "date", value->provenance->date);
  set_text (object, "note", value->provenance->note);
  set_text (object, "file", value->provenance->file);
}

static JsonObject *
value_to_json (const WeftValue *value)
{
  g_autofree char *label = weft_key_label (value->key);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "key", value->key);
  json_object_set_string_member (object, "label", label);
  add_value (object, value);
  return object;
}

/* The record as a profile sees it, (nullable) (transfer none). */
static WeftRecord *
resolve_record (WeftInventory *inventory, WeftRecordKind kind, const char *name)
{
  const WeftChip *chip;
  const WeftScaleup *scaleup;
  const WeftScaleout *scaleout;

  switch (kind)
    {
    case WEFT_RECORD_CHIP:
      chip = weft_inventory_find_chip (inventory, name);
      return chip != NULL ? chip->record : NULL;
    case WEFT_RECORD_SCALEUP:
      scaleup = weft_inventory_find_scaleup (inventory, name);
      return scaleup != NULL ? scaleup->record : NULL;
    case WEFT_RECORD_SCALEOUT:
      scaleout = weft_inventory_find_scaleout (inventory, name);
      return scaleout != NULL ? scaleout->record : NULL;
    case WEFT_RECORD_MODEL:
    case WEFT_RECORD_WORKLOAD:
    case WEFT_RECORD_COMPONENT:
    case WEFT_N_RECORD_KINDS:
    default:
      return NULL;
    }
}

/* A profile's value counts as its own when it comes from another place than the catalog's. */
static gboolean
lookup_override (WeftRecord *fact, WeftRecord *resolved, const char *key, WeftValue *value)
{
  WeftValue below;

  if (resolved == NULL || !weft_record_lookup (resolved, key, value))
    return FALSE;
  if (!weft_record_lookup (fact, key, &below))
    return TRUE;
  return value->provenance != below.provenance
         && (g_strcmp0 (value->provenance->file, below.provenance->file) != 0
             || !json_node_equal (value->node, below.node));
}

/* Keys of the catalog's record first, then those that only the profile has. */
static GPtrArray *
list_keys_of_both (WeftRecord *fact, WeftRecord *resolved)
{
  GPtrArray *keys = weft_record_list_keys (fact);
  g_autoptr (GPtrArray) more = NULL;

  if (resolved == NULL)
    return keys;
  more = weft_record_list_keys (resolved);
  for (guint i = 0; i < more->len; i++)
    if (!g_ptr_array_find_with_equal_func (keys, more->pdata[i], g_str_equal, NULL))
      g_ptr_array_add (keys, more->pdata[i]);
  return keys;
}

static char *
format_source (const WeftProvenance *provenance)
{
  GString *text = g_string_new (provenance->source);

  if (provenance->date != NULL)
    g_string_append_printf (text, " (%s)", provenance->date);
  if (provenance->note != NULL)
    g_string_append_printf (text, "; %s", provenance->note);
  return g_string_free (text, FALSE);
}

static WeftSheet *
new_sheet (gboolean narrow)
{
  WeftSheet *sheet = g_new0 (WeftSheet, 1);

  sheet->narrow = narrow;
  sheet->table = weft_table_new (NULL);
  sheet->sources = g_ptr_array_new_with_free_func (g_free);
  if (!narrow)
    weft_table_add_column (sheet->table, _("Value of"), WEFT_ALIGN_START);
  weft_table_add_column (sheet->table, _("Key"), WEFT_ALIGN_START);
  weft_table_add_column (sheet->table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (sheet->table, _("Confidence"), WEFT_ALIGN_START);
  weft_table_add_column (sheet->table, _("Source"), WEFT_ALIGN_START);
  return sheet;
}

static void
free_sheet (WeftSheet *sheet)
{
  weft_table_free (sheet->table);
  g_ptr_array_unref (sheet->sources);
  g_free (sheet);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSheet, free_sheet)

/* The number of a source in the list below the table. */
static guint
number_source (WeftSheet *sheet, const WeftProvenance *provenance)
{
  g_autofree char *text = format_source (provenance);
  guint index;

  if (!g_ptr_array_find_with_equal_func (sheet->sources, text, g_str_equal, &index))
    {
      index = sheet->sources->len;
      g_ptr_array_add (sheet->sources, g_steal_pointer (&text));
    }
  return index + 1;
}

/* @override_of: (nullable): the profile whose value it is */
static void
add_value_row (WeftSheet *sheet, const WeftValue *value, const char *override_of)
{
  g_autofree char *text = weft_value_format (value);
  g_autofree char *source
      = g_strdup_printf ("[%u]", number_source (sheet, value->provenance));
  g_autofree char *label = override_of != NULL ? g_strdup_printf (_("  in %s"), override_of)
                                               : weft_key_label (value->key);
  const char *cells[] = {
    label,
    sheet->narrow && override_of != NULL ? label : value->key,
    text,
    weft_confidence_label (value->provenance->confidence),
    source,
    NULL,
  };

  weft_table_add_row (sheet->table, sheet->narrow ? cells + 1 : cells);
}

static void
print_sheet (const WeftCliOptions *options, WeftSheet *sheet)
{
  g_print ("\n");
  weft_cli_print_table (options, sheet->table);
  g_print ("\n");
  for (guint i = 0; i < sheet->sources->len; i++)
    {
      g_autofree char *number = g_strdup_printf ("[%u] ", i + 1);

      weft_cli_print_wrapped (number, "    ", sheet->sources->pdata[i]);
    }
}

static void
print_head (const WeftCliOptions *options, const char *kind, const char *id, const char *name)
{
  g_autofree char *head = g_strdup_printf ("%s/%s  %s", kind, id, name);
  g_autofree char *line = weft_cli_line (head);

  if (weft_cli_width () > 0 && g_utf8_strlen (line, -1) > (glong) weft_cli_width ())
    {
      weft_cli_print_wrapped ("", "  ", line);
      return;
    }
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, line);
  g_print ("\n");
}

static WeftSheet *
build_record_sheet (const WeftCliOptions *options, WeftRecord *fact, WeftRecord *resolved,
                    gboolean narrow)
{
  g_autoptr (GPtrArray) keys = list_keys_of_both (fact, resolved);
  WeftSheet *sheet = new_sheet (narrow);

  for (guint i = 0; i < keys->len; i++)
    {
      WeftValue value;

      if (weft_record_lookup (fact, keys->pdata[i], &value))
        add_value_row (sheet, &value, NULL);
      if (lookup_override (fact, resolved, keys->pdata[i], &value))
        add_value_row (sheet, &value, options->profile);
    }
  return sheet;
}

static void
print_record (const WeftCliOptions *options, WeftRecord *fact, WeftRecord *resolved)
{
  g_autoptr (WeftSheet) sheet = build_record_sheet (options, fact, resolved, FALSE);
  g_autofree char *names = g_strjoinv (", ", (char **) weft_record_get_aliases (fact));
  g_autofree char *aliases = g_strdup_printf (_("also called %s"), names);

  print_head (options, weft_record_kind_nick (weft_record_get_kind (fact)),
              weft_record_get_id (fact), weft_record_get_name (fact));
  if (names[0] != '\0')
    weft_cli_print_wrapped ("", "", aliases);
  if (weft_record_get_notes (fact)[0] != '\0')
    weft_cli_print_wrapped ("", "", weft_record_get_notes (fact));
  if (!weft_cli_fits (sheet->table))
    {
      free_sheet (sheet);
      sheet = build_record_sheet (options, fact, resolved, TRUE);
    }
  print_sheet (options, sheet);
}

static JsonObject *
record_to_json (WeftRecord *fact, WeftRecord *resolved)
{
  g_autoptr (GPtrArray) keys = list_keys_of_both (fact, resolved);
  const char *const *aliases = weft_record_get_aliases (fact);
  JsonObject *object = weft_cli_catalog_head (weft_record_kind_nick (weft_record_get_kind (fact)),
                                              weft_record_get_id (fact),
                                              weft_record_get_name (fact));
  JsonArray *names = json_array_new ();
  JsonArray *values = json_array_new ();

  for (guint i = 0; aliases != NULL && aliases[i] != NULL; i++)
    json_array_add_string_element (names, aliases[i]);
  for (guint i = 0; i < keys->len; i++)
    {
      WeftValue value, over;
      gboolean is_fact = weft_record_lookup (fact, keys->pdata[i], &value);
      gboolean is_over = lookup_override (fact, resolved, keys->pdata[i], &over);
      JsonObject *entry = value_to_json (is_fact ? &value : &over);

      if (is_over)
        json_object_set_object_member (entry, "override", value_to_json (&over));
      json_array_add_object_element (values, entry);
    }
  json_object_set_string_member (object, "notes", weft_record_get_notes (fact));
  json_object_set_array_member (object, "aliases", names);
  json_object_set_array_member (object, "values", values);
  return object;
}

static WeftSheet *
build_profile_sheet (WeftProfile *profile, gboolean narrow)
{
  g_autoptr (GPtrArray) keys = weft_profile_list_constants (profile);
  WeftSheet *sheet = new_sheet (narrow);

  for (guint i = 0; i < keys->len; i++)
    {
      WeftValue value;

      if (weft_profile_lookup (profile, keys->pdata[i], &value))
        add_value_row (sheet, &value, NULL);
    }
  return sheet;
}

static void
print_profile (const WeftCliOptions *options, WeftProfile *profile)
{
  g_autoptr (WeftSheet) sheet = build_profile_sheet (profile, FALSE);
  GPtrArray *left_out = weft_profile_get_left_out (profile);
  g_autofree char *reference = NULL;
  const char *chip, *scaleup, *scaleout;

  weft_profile_get_reference (profile, &chip, &scaleup, &scaleout);
  print_head (options, WEFT_CLI_PROFILES, weft_profile_get_id (profile),
              weft_profile_get_name (profile));
  weft_cli_print_wrapped ("", "", weft_profile_get_description (profile));
  reference = g_strdup_printf (_("reference: %s with %s and %s; workload %s"), chip, scaleup,
                               scaleout, weft_profile_get_workload (profile));
  weft_cli_print_wrapped ("", "", reference);
  if (!weft_cli_fits (sheet->table))
    {
      free_sheet (sheet);
      sheet = build_profile_sheet (profile, TRUE);
    }
  print_sheet (options, sheet);
  if (left_out->len > 0)
    {
      g_print ("\n");
      weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("What the model leaves out"));
      g_print ("\n");
    }
  for (guint i = 0; i < left_out->len; i++)
    weft_cli_print_wrapped ("  - ", "    ", ((const WeftLeftOut *) left_out->pdata[i])->text);
}

static JsonObject *
profile_to_json (WeftProfile *profile)
{
  g_autoptr (GPtrArray) keys = weft_profile_list_constants (profile);
  GPtrArray *left_out = weft_profile_get_left_out (profile);
  JsonObject *object = weft_cli_catalog_head (WEFT_CLI_PROFILES, weft_profile_get_id (profile),
                                              weft_profile_get_name (profile));
  JsonObject *reference = json_object_new ();
  JsonArray *values = json_array_new ();
  JsonArray *sentences = json_array_new ();
  const char *chip, *scaleup, *scaleout;

  weft_profile_get_reference (profile, &chip, &scaleup, &scaleout);
  set_text (reference, "chip", chip);
  set_text (reference, "scaleup", scaleup);
  set_text (reference, "scaleout", scaleout);
  for (guint i = 0; i < keys->len; i++)
    {
      WeftValue value;

      if (weft_profile_lookup (profile, keys->pdata[i], &value))
        json_array_add_object_element (values, value_to_json (&value));
    }
  for (guint i = 0; i < left_out->len; i++)
    json_array_add_string_element (sentences, ((const WeftLeftOut *) left_out->pdata[i])->text);
  set_text (object, "notes", weft_profile_get_description (profile));
  set_text (object, "digest", weft_profile_get_digest (profile));
  set_text (object, "workload", weft_profile_get_workload (profile));
  json_object_set_object_member (object, "reference", reference);
  json_object_set_array_member (object, "values", values);
  json_object_set_array_member (object, "left_out", sentences);
  return object;
}

static int
show_entry (const WeftEntry *entry, WeftEvaluator *evaluator, const WeftCliOptions *options)
{
  g_autoptr (JsonNode) root = NULL;
  WeftRecord *resolved = NULL;

  if (entry->record != NULL && options->profile != NULL)
    {
      WeftInventory *inventory
          = weft_evaluator_get_inventory (evaluator, options->profile, NULL);

      g_assert (inventory != NULL); /* weft_cli_evaluator() has seen it */
      resolved = resolve_record (inventory, weft_record_get_kind (entry->record),
                                 weft_record_get_id (entry->record));
    }
  if (options->json)
    {
      root = json_node_new (JSON_NODE_OBJECT);
      json_node_take_object (root, entry->record != NULL
                                       ? record_to_json (entry->record, resolved)
                                       : profile_to_json (entry->profile));
      weft_cli_print_json (root);
    }
  else if (entry->record != NULL)
    print_record (options, entry->record, resolved);
  else
    print_profile (options, entry->profile);
  return WEFT_EXIT_DONE;
}

static guint
find_records (WeftCatalog *catalog, WeftRecordKind only, const char *name, WeftEntry *found,
              GString *choices)
{
  guint n = 0;

  for (int kind = 0; kind < WEFT_N_RECORD_KINDS; kind++)
    {
      WeftRecord *record = NULL;

      if (only == WEFT_N_RECORD_KINDS || only == (WeftRecordKind) kind)
        record = weft_catalog_lookup (catalog, kind, name);
      if (record == NULL)
        continue;
      *found = (WeftEntry) { .record = record };
      g_string_append_printf (choices, "%s%s/%s", n > 0 ? ", " : "", weft_record_kind_nick (kind),
                              weft_record_get_id (record));
      n++;
    }
  return n;
}

/* A part may go by a name that only the profile gives it. */
static guint
find_profile_part (WeftEvaluator *evaluator, const WeftCliOptions *options, WeftRecordKind only,
                   const char *name, WeftEntry *found)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (evaluator);
  WeftInventory *inventory = weft_evaluator_get_inventory (evaluator, options->profile, NULL);

  for (int kind = 0; inventory != NULL && kind < WEFT_N_RECORD_KINDS; kind++)
    {
      WeftRecord *record = NULL;

      if (only == WEFT_N_RECORD_KINDS || only == (WeftRecordKind) kind)
        record = resolve_record (inventory, kind, name);
      while (record != NULL
             && weft_catalog_lookup (catalog, kind, weft_record_get_id (record)) == NULL)
        record = weft_record_get_below (record);
      if (record == NULL)
        continue;
      *found = (WeftEntry) { .record
                             = weft_catalog_lookup (catalog, kind, weft_record_get_id (record)) };
      return 1;
    }
  return 0;
}

static const char *
find_nearest (WeftCatalog *catalog, WeftRecordKind only, const char *name)
{
  const char *nearest = NULL;

  for (int kind = 0; nearest == NULL && kind < WEFT_N_RECORD_KINDS; kind++)
    if (only == WEFT_N_RECORD_KINDS || only == (WeftRecordKind) kind)
      nearest = weft_catalog_nearest (catalog, kind, name);
  return nearest;
}

static int
refuse_name (WeftCatalog *catalog, WeftRecordKind only, const char *name)
{
  const char *nearest = find_nearest (catalog, only, name);

  if (nearest != NULL)
    return weft_cli_refuse (_("catalog show: found no record “%s”; is “%s” meant?"), name,
                            nearest);
  return weft_cli_refuse (_("catalog show: found no record “%s”; “weft catalog list” shows all"),
                          name);
}

/**
 * weft_cli_catalog_show:
 * @evaluator: the evaluator, whose catalog is asked
 * @options: the command's options
 * @path: KIND/NAME or NAME
 *
 * Prints all that the catalog says about a record or a profile.
 *
 * Returns: the exit status
 */
int
weft_cli_catalog_show (WeftEvaluator *evaluator, const WeftCliOptions *options, const char *path)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (evaluator);
  const char *slash = strchr (path, '/');
  g_autofree char *folder = slash != NULL ? g_strndup (path, slash - path) : NULL;
  const char *name = slash != NULL ? slash + 1 : path;
  gboolean profile_only = folder != NULL && g_str_equal (folder, WEFT_CLI_PROFILES);
  WeftRecordKind only = WEFT_N_RECORD_KINDS;
  g_autoptr (GString) choices = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  WeftEntry entry = { NULL, NULL };
  WeftCliOptions seen = *options;
  guint n = 0;

  if (folder != NULL && !profile_only && !weft_record_kind_parse (folder, &only))
    return weft_cli_refuse (_("catalog show: found the kind “%s”, expected chips, scaleup, "
                              "scaleout, models, workloads, components or profiles"),
                            folder);
  if (!profile_only)
    n = find_records (catalog, only, name, &entry, choices);
  if (n == 0 && !profile_only)
    {
      /* Names such as B200 are the profile's: who asks by one wants to see what it assumes. */
      if (seen.profile == NULL)
        seen.profile = (char *) WEFT_DESIGN_DEFAULT_PROFILE;
      n = find_profile_part (evaluator, &seen, only, name, &entry);
    }
  if (n > 1)
    return weft_cli_refuse (_("catalog show: “%s” is the name of several records: %s"), name,
                            choices->str);
  if (n == 0 && only == WEFT_N_RECORD_KINDS)
    {
      entry.profile = weft_catalog_get_profile (catalog, name, &error);
      if (entry.profile == NULL && profile_only)
        return weft_cli_fail (error);
    }
  if (entry.record == NULL && entry.profile == NULL)
    return refuse_name (catalog, only, name);
  return show_entry (&entry, evaluator, &seen);
}

/* The members that every answer about an entry begins with. (transfer full) */
JsonObject *
weft_cli_catalog_head (const char *kind, const char *id, const char *name)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "kind", kind);
  json_object_set_string_member (object, "id", id);
  set_text (object, "name", name);
  return object;
}
