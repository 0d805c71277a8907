/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a language model fits its chips, in words, tables and JSON. */
#include "cli/weft-cli-fit.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

/* Constants whose sources are shown, as far as a plan uses them. */
static const char *const training_sources[] = { "train_reserve_bytes", NULL };
static const char *const serving_sources[] = { "serve_reserve_bytes", "serve_group_bytes", "serve_sample_bytes",
                                               "serve_memory_fill", NULL };

/* --- words --- */

static char *
format_gib (double bytes)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.2f", bytes / GIB));
}

static char *
format_share (double bytes, double capacity_bytes)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup_printf ("%s %%", g_ascii_formatd (digits, sizeof digits, "%.1f", 100 * bytes / capacity_bytes));
}

static void
add_bytes (WeftTable *table, const char *label, double bytes, double capacity_bytes, const char *how)
{
  g_autofree char *gib = format_gib (bytes);
  g_autofree char *share = format_share (bytes, capacity_bytes);
  const char *cells[] = { label, gib, share, how, NULL };

  weft_table_add_row (table, cells);
}

static WeftTable *
make_items (const WeftCliFit *self)
{
  const WeftMemoryItems *items = &self->fit->items;
  WeftTable *table = weft_table_new (_("Memory of a chip"));

  weft_table_add_column (table, _("Item"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("GiB"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Share"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("What it is made of"), WEFT_ALIGN_START);
  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    {
      g_autofree char *how = weft_cli_fit_explain (self, i);

      if (items->bytes[i] > 0)
        add_bytes (table, weft_memory_item_label (i), items->bytes[i], items->capacity_bytes, how);
    }
  add_bytes (table, _("Sum"), weft_memory_items_total (items), items->capacity_bytes, "");
  add_bytes (table, _("Capacity"), items->capacity_bytes, items->capacity_bytes, "");
  add_bytes (table, _("Free"), weft_memory_items_free (items), items->capacity_bytes, "");
  return table;
}

static char *
format_count (double count, gboolean is_serving)
{
  if (!is_serving)
    return g_strdup ("");
  return isinf (count) ? g_strdup (_("any")) : weft_quantity_format (count, WEFT_UNIT_COUNT);
}

static void
add_way (WeftTable *table, const WeftCliFitWay *way, gboolean is_serving, double most)
{
  g_autofree char *tp = g_strdup_printf ("TP%u", way->tp);
  g_autofree char *used = way->lack == NULL ? format_gib (way->used_bytes) : g_strdup ("");
  g_autofree char *left = way->lack == NULL ? format_gib (way->free_bytes) : g_strdup ("");
  g_autofree char *context = format_count (way->context, is_serving && way->lack == NULL);
  g_autofree char *batch = format_count (way->batch, is_serving && way->lack == NULL);
  const char *note = way->lack != NULL          ? way->lack
                     : way->free_bytes < 0      ? _("does not fit")
                     : way->context > most      ? _("fits, and more than the model was made for")
                                                : _("fits");
  const char *serving[] = { tp, used, left, context, batch, note, NULL };
  const char *training[] = { tp, used, left, note, NULL };

  weft_table_add_row (table, is_serving ? serving : training);
}

static WeftTable *
make_ways (const WeftCliFit *self)
{
  g_autoptr (GPtrArray) ways = weft_cli_fit_ways (self);
  double max_len = self->source.shape.max_len;
  WeftTable *table = weft_table_new (_("By tensor parallelism"));

  weft_table_add_column (table, _("Chips a layer"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Used GiB"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Free GiB"), WEFT_ALIGN_END);
  if (!self->is_training)
    {
      weft_table_add_column (table, _("Longest request"), WEFT_ALIGN_END);
      weft_table_add_column (table, _("Most requests"), WEFT_ALIGN_END);
    }
  weft_table_add_column (table, _("Note"), WEFT_ALIGN_START);
  for (guint i = 0; i < ways->len; i++)
    add_way (table, ways->pdata[i], !self->is_training, max_len > 0 ? max_len : INFINITY);
  return table;
}

static char *
describe_limit (const WeftCliFit *self)
{
  WeftServingMemory memory;

  if (self->is_training)
    return weft_training_memory_why (&self->shape, &self->rules, &self->training, self->fit->stage);
  weft_serving_memory_worst (&self->shape, &self->rules, &self->serving, WEFT_POOL_DECODE, self->capacity_bytes,
                             &memory);
  return weft_serving_memory_limit (&self->serving, WEFT_POOL_DECODE, &memory);
}

static void
print_heading (const WeftCliOptions *options, const char *text)
{
  g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, text);
  g_print ("\n");
}

/* However the model is split. */
static void
print_least_chips (const WeftCliFit *self)
{
  static const char *const formats[] = { "bf16", "fp8", "int4" };
  double chips[G_N_ELEMENTS (formats)];
  g_autofree char *line = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    chips[i] = weft_serving_least_chips (&self->source.shape, formats[i], self->capacity_bytes);
  line = g_strdup_printf (_("the weights alone take at least %g such chips in bf16, %g in fp8, %g in four bits"),
                          chips[0], chips[1], chips[2]);
  weft_cli_print_wrapped ("", "", line);
}

static void
print_changes (const WeftCliOptions *options, const WeftCliFit *self)
{
  const WeftNearestFit *fit = self->fit;

  if (fit->fits)
    return;
  print_heading (options, _("Nearest changes"));
  for (guint i = 0; i < fit->remedies->len; i++)
    {
      const WeftFitRemedy *remedy = fit->remedies->pdata[i];
      g_autofree char *text = weft_fit_remedy_describe (remedy);
      char digits[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *line = g_strdup_printf (_("%s (distance %s)"), text,
                                               g_ascii_formatd (digits, sizeof digits, "%.2f", remedy->distance));

      weft_cli_print_wrapped ("  - ", "    ", line);
    }
  if (fit->outlook != NULL)
    weft_cli_print_wrapped ("  - ", "    ", fit->outlook);
}

static void
print_source (const WeftCliFit *self, const char *key)
{
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);
  WeftValue value;
  g_autofree char *line = NULL;

  if (!weft_profile_lookup (profile, key, &value))
    return;
  line = g_strdup_printf (_("%s: %s, %s"), key, weft_confidence_label (value.provenance->confidence),
                          value.provenance->source);
  weft_cli_print_wrapped ("  - ", "    ", line);
}

static void
print_sources (const WeftCliOptions *options, const WeftCliFit *self)
{
  const char *const *keys = self->is_training ? training_sources : serving_sources;
  double given = self->is_training ? self->training.reserve_bytes : self->serving.reserve_bytes;

  print_heading (options, _("Where it comes from"));
  if (self->capacity_is_given)
    weft_cli_print_wrapped ("  - ", "    ", _("the chip’s memory: as given"));
  else if (self->capacity_key != NULL)
    print_source (self, self->capacity_key);
  else
    weft_cli_print_wrapped ("  - ", "    ", _("the chip’s memory: the catalog"));
  if (!isnan (given))
    weft_cli_print_wrapped ("  - ", "    ", _("the reserve: as given"));
  else
    for (guint i = 0; keys[i] != NULL; i++)
      if (!g_str_equal (keys[i], "serve_group_bytes") || self->serving.pool.tp * self->serving.pool.pp > 1)
        print_source (self, keys[i]);
}

void
weft_cli_fit_print (const WeftCliOptions *options, const WeftCliFit *self)
{
  g_autofree char *plan = weft_cli_fit_describe (self);
  g_autofree char *heading = g_strdup_printf (_("%s on %s"), self->source.name, self->chip->name);
  g_autofree char *limit = describe_limit (self);
  g_autoptr (WeftTable) items = make_items (self);
  g_autoptr (WeftTable) ways = make_ways (self);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, heading);
  g_print ("\n");
  weft_cli_print_wrapped ("", "", plan);
  weft_cli_print_wrapped ("", "", self->fit->reason);
  weft_cli_print_wrapped ("", "", limit);
  if (!self->is_training)
    print_least_chips (self);
  g_print ("\n");
  weft_cli_print_table (options, items);
  g_print ("\n");
  weft_cli_print_table (options, ways);
  print_changes (options, self);
  print_sources (options, self);
}

/* --- JSON --- */

static JsonObject *
items_to_json (const WeftCliFit *self)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    {
      JsonObject *item = json_object_new ();
      g_autofree char *how = weft_cli_fit_explain (self, i);

      weft_json_set_number (item, "bytes", self->fit->items.bytes[i]);
      json_object_set_string_member (item, "how", how);
      json_object_set_object_member (object, weft_memory_item_nick (i), item);
    }
  return object;
}

static JsonArray *
ways_to_json (const WeftCliFit *self)
{
  g_autoptr (GPtrArray) ways = weft_cli_fit_ways (self);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < ways->len; i++)
    {
      const WeftCliFitWay *way = ways->pdata[i];
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "tp", way->tp);
      json_object_set_boolean_member (object, "legal", way->lack == NULL);
      if (way->lack != NULL)
        json_object_set_string_member (object, "lack", way->lack);
      else
        {
          weft_json_set_number (object, "used_bytes", way->used_bytes);
          weft_json_set_number (object, "free_bytes", way->free_bytes);
          weft_json_set_number (object, "max_context", way->context);
          weft_json_set_number (object, "max_batch", way->batch);
        }
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonObject *
remedy_to_json (const WeftFitRemedy *remedy)
{
  JsonObject *object = json_object_new ();
  JsonArray *changes = json_array_new ();
  g_autofree char *text = weft_fit_remedy_describe (remedy);

  for (guint i = 0; i < remedy->n_changes; i++)
    {
      JsonObject *change = json_object_new ();

      json_object_set_string_member (change, "what", weft_change_kind_nick (remedy->change[i].kind));
      json_object_set_string_member (change, "from", remedy->change[i].from);
      json_object_set_string_member (change, "to", remedy->change[i].to);
      weft_json_set_number (change, "distance", remedy->change[i].distance);
      json_array_add_object_element (changes, change);
    }
  json_object_set_array_member (object, "changes", changes);
  weft_json_set_number (object, "distance", remedy->distance);
  weft_json_set_number (object, "used_bytes", remedy->used_bytes);
  weft_json_set_number (object, "capacity_bytes", remedy->capacity_bytes);
  weft_json_set_number (object, "chips", remedy->chips);
  json_object_set_string_member (object, "text", text);
  return object;
}

static void
add_room (JsonObject *object, const WeftCliFit *self)
{
  WeftServingMemory memory;

  if (self->is_training)
    return;
  weft_serving_memory_worst (&self->shape, &self->rules, &self->serving, WEFT_POOL_DECODE, self->capacity_bytes,
                             &memory);
  weft_json_set_number (object, "kv_room_bytes", memory.room_bytes);
  weft_json_set_number (object, "kv_room_tokens", memory.room_tokens);
  weft_json_set_number (object, "kv_token_bytes", memory.token_bytes);
  weft_json_set_number (object, "kv_request_bytes", memory.request_bytes);
  weft_json_set_number (object, "max_batch", memory.max_batch);
}

static void
add_least_chips (JsonObject *object, const WeftCliFit *self)
{
  static const char *const formats[] = { "bf16", "fp8", "int4" };
  JsonObject *least = json_object_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    weft_json_set_number (least, formats[i],
                          weft_serving_least_chips (&self->source.shape, formats[i], self->capacity_bytes));
  json_object_set_object_member (object, "least_chips", least);
}

void
weft_cli_fit_print_json (const WeftCliFit *self)
{
  const WeftNearestFit *fit = self->fit;
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *plan = weft_cli_fit_describe (self);
  g_autofree char *limit = describe_limit (self);
  JsonObject *object = json_object_new ();
  JsonArray *remedies = json_array_new ();

  for (guint i = 0; i < fit->remedies->len; i++)
    json_array_add_object_element (remedies, remedy_to_json (fit->remedies->pdata[i]));
  json_object_set_string_member (object, "model", self->source.name);
  json_object_set_string_member (object, "chip", self->chip->id);
  json_object_set_string_member (object, "plan", plan);
  json_object_set_boolean_member (object, "fits", fit->fits);
  json_object_set_string_member (object, "reason", fit->reason);
  json_object_set_string_member (object, "limit", limit);
  json_object_set_int_member (object, "stage", fit->stage);
  json_object_set_object_member (object, "items", items_to_json (self));
  weft_json_set_number (object, "used_bytes", weft_memory_items_total (&fit->items));
  weft_json_set_number (object, "capacity_bytes", fit->items.capacity_bytes);
  weft_json_set_number (object, "free_bytes", weft_memory_items_free (&fit->items));
  if (!fit->fits)
    json_object_set_string_member (object, "binding", weft_memory_item_nick (fit->binding));
  add_room (object, self);
  add_least_chips (object, self);
  json_object_set_array_member (object, "by_tp", ways_to_json (self));
  json_object_set_array_member (object, "changes", remedies);
  if (fit->outlook != NULL)
    json_object_set_string_member (object, "outlook", fit->outlook);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}
