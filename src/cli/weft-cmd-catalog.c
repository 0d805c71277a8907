/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft catalog list` and the way to `weft catalog show`: what the catalog holds. */
#include "cli/weft-cli-catalog.h"

#include <string.h>

#include <glib/gi18n.h>

/* The few values that a list shows of each kind. */
static const char *const list_keys[WEFT_N_RECORD_KINDS][8] = {
  [WEFT_RECORD_CHIP] = { "generation_year", "bf16_tflops", "fp8_tflops", "fp64_vector_tflops",
                         "mem_usable_gb", "mem_bw_gbs", "tdp_w", NULL },
  [WEFT_RECORD_COMPONENT] = { "level", "type", "entity", "origin", NULL },
};

/* The id that a part has in the profile, NULL when it is the catalog's own. */
static const char *
profile_id (WeftInventory *inventory, WeftRecord *record)
{
  const char *id = weft_record_get_id (record);
  const char *found = NULL;

  if (inventory == NULL)
    return NULL;
  if (weft_record_get_kind (record) == WEFT_RECORD_CHIP)
    {
      const WeftChip *chip = weft_inventory_find_chip (inventory, id);

      found = chip != NULL ? chip->id : NULL;
    }
  else if (weft_record_get_kind (record) == WEFT_RECORD_SCALEUP)
    {
      const WeftScaleup *scaleup = weft_inventory_find_scaleup (inventory, id);

      found = scaleup != NULL ? scaleup->id : NULL;
    }
  else if (weft_record_get_kind (record) == WEFT_RECORD_SCALEOUT)
    {
      const WeftScaleout *scaleout = weft_inventory_find_scaleout (inventory, id);

      found = scaleout != NULL ? scaleout->id : NULL;
    }
  return g_strcmp0 (found, id) != 0 ? found : NULL;
}

/* Whether profiles give names to parts of a kind. */
static gboolean
is_named_by_profiles (WeftRecordKind kind)
{
  return kind == WEFT_RECORD_CHIP || kind == WEFT_RECORD_SCALEUP || kind == WEFT_RECORD_SCALEOUT;
}

static WeftTable *
new_list_table (const char *title, WeftRecordKind kind, WeftInventory *inventory)
{
  WeftTable *table = weft_table_new (title);

  weft_table_add_column (table, _("Identifier"), WEFT_ALIGN_START);
  if (inventory != NULL && is_named_by_profiles (kind))
    {
      g_autofree char *label = g_strdup_printf (
          _("In %s"), weft_profile_get_id (weft_inventory_get_profile (inventory)));

      weft_table_add_column (table, label, WEFT_ALIGN_START);
    }
  weft_table_add_column (table, _("Name"), WEFT_ALIGN_START);
  for (guint i = 0; kind < WEFT_N_RECORD_KINDS && list_keys[kind][i] != NULL; i++)
    {
      g_autofree char *label = weft_key_label (list_keys[kind][i]);

      /* Numbers stand below each other at their end; components are listed by words alone. */
      weft_table_add_column (table, label, kind == WEFT_RECORD_COMPONENT ? WEFT_ALIGN_START
                                                                         : WEFT_ALIGN_END);
    }
  return table;
}

static void
add_list_row (WeftTable *table, WeftRecord *record, WeftInventory *inventory)
{
  WeftRecordKind kind = weft_record_get_kind (record);
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (cells, g_strdup (weft_record_get_id (record)));
  if (inventory != NULL && is_named_by_profiles (kind))
    {
      const char *id = profile_id (inventory, record);

      g_ptr_array_add (cells, g_strdup (id != NULL ? id : ""));
    }
  g_ptr_array_add (cells, g_strdup (weft_record_get_name (record)));
  for (guint i = 0; list_keys[kind][i] != NULL; i++)
    {
      WeftValue value;

      if (weft_record_lookup (record, list_keys[kind][i], &value))
        g_ptr_array_add (cells, weft_value_format (&value));
      else
        g_ptr_array_add (cells, g_strdup (_("unknown")));
    }
  g_ptr_array_add (cells, NULL);
  weft_table_add_row (table, (const char *const *) cells->pdata);
}

static void
list_records (WeftCatalog *catalog, WeftInventory *inventory, WeftRecordKind kind,
              const WeftCliOptions *options)
{
  g_autoptr (WeftTable) table = new_list_table (weft_record_kind_nick (kind), kind, inventory);
  GListModel *records = weft_catalog_list (catalog, kind);

  for (guint i = 0; i < g_list_model_get_n_items (records); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (records, i);

      add_list_row (table, record, inventory);
    }
  weft_cli_print_table (options, table);
}

static void
list_profiles (WeftCatalog *catalog, const WeftCliOptions *options)
{
  g_autoptr (WeftTable) table = new_list_table (WEFT_CLI_PROFILES, WEFT_N_RECORD_KINDS, NULL);
  GListModel *profiles = weft_catalog_list_profiles (catalog);

  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (profiles, i);
      const char *cells[] = {
        weft_profile_get_id (profile),
        weft_profile_get_name (profile),
        NULL,
      };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
}

static void
add_records_json (JsonArray *array, WeftCatalog *catalog, WeftInventory *inventory,
                  WeftRecordKind kind)
{
  GListModel *records = weft_catalog_list (catalog, kind);

  for (guint i = 0; i < g_list_model_get_n_items (records); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (records, i);
      JsonObject *object
          = weft_cli_catalog_head (weft_record_kind_nick (kind), weft_record_get_id (record),
                                   weft_record_get_name (record));
      const char *id = profile_id (inventory, record);

      if (id != NULL)
        json_object_set_string_member (object, "in_profile", id);
      json_array_add_object_element (array, object);
    }
}

static void
add_profiles_json (JsonArray *array, WeftCatalog *catalog)
{
  GListModel *profiles = weft_catalog_list_profiles (catalog);

  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (profiles, i);

      json_array_add_object_element (
          array, weft_cli_catalog_head (WEFT_CLI_PROFILES, weft_profile_get_id (profile),
                                        weft_profile_get_name (profile)));
    }
}

/* Every kind when @name is NULL. */
static int
list (WeftEvaluator *evaluator, const WeftCliOptions *options, const char *name)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (evaluator);
  WeftInventory *inventory = weft_evaluator_get_inventory (
      evaluator, options->profile != NULL ? options->profile : WEFT_DESIGN_DEFAULT_PROFILE, NULL);
  gboolean profiles = name == NULL || g_str_equal (name, WEFT_CLI_PROFILES)
                      || g_str_equal (name, "profile");
  WeftRecordKind only = WEFT_N_RECORD_KINDS;
  g_autoptr (JsonNode) root = NULL;
  JsonArray *array;
  JsonObject *object;

  if (name != NULL && !profiles && !weft_record_kind_parse (name, &only))
    return weft_cli_refuse (_("catalog list: found the kind “%s”, expected chips, scaleup, "
                              "scaleout, models, workloads, components or profiles"),
                            name);
  array = json_array_new ();
  for (int kind = 0; kind < WEFT_N_RECORD_KINDS; kind++)
    if (name == NULL || only == (WeftRecordKind) kind)
      {
        add_records_json (array, catalog, inventory, kind);
        if (!options->json)
          list_records (catalog, inventory, kind, options);
        if (!options->json && name == NULL)
          g_print ("\n");
      }
  if (profiles)
    {
      add_profiles_json (array, catalog);
      if (!options->json)
        list_profiles (catalog, options);
    }
  root = json_node_new (JSON_NODE_OBJECT);
  object = json_object_new ();
  json_object_set_array_member (object, "records", array);
  json_node_take_object (root, object);
  if (options->json)
    weft_cli_print_json (root);
  return WEFT_EXIT_DONE;
}

/* Whether the answer may lie among the components, which take their time to read. */
static gboolean
concerns_components (const char *verb, const char *path)
{
  const char *slash = path != NULL ? strchr (path, '/') : NULL;
  g_autofree char *folder = slash != NULL ? g_strndup (path, slash - path) : g_strdup (path);
  WeftRecordKind kind;

  if (path == NULL || (slash == NULL && g_str_equal (verb, "show")))
    return TRUE;
  return weft_record_kind_parse (folder, &kind) && kind == WEFT_RECORD_COMPONENT;
}

int
weft_cmd_catalog (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (WeftEvaluator) evaluator = NULL;
  const char *verb;

  if (!weft_cli_parse ("catalog", argv, NULL,
                       _("KIND is chips, scaleup, scaleout, models, workloads, components or "
                         "profiles.\n"
                         "With --profile, “show” puts the profile’s own value below the "
                         "catalog’s.\n"),
                       1, 2, &options))
    return WEFT_EXIT_BAD;
  verb = options.arguments[0];
  if (!g_str_equal (verb, "list") && !g_str_equal (verb, "show"))
    return weft_cli_refuse (_("catalog: found “%s”, expected list or show"), verb);
  if (g_str_equal (verb, "show") && options.n_arguments < 2)
    return weft_cli_refuse (_("catalog show: found no name, expected KIND/NAME or NAME"));
  evaluator = weft_cli_evaluator (&options);
  if (evaluator == NULL
      || (concerns_components (verb, options.arguments[1]) && !weft_cli_components (evaluator)))
    return WEFT_EXIT_BAD;
  if (g_str_equal (verb, "show"))
    return weft_cli_catalog_show (evaluator, &options, options.arguments[1]);
  return list (evaluator, &options, options.arguments[1]);
}
