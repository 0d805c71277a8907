/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: values stay in the parsed JSON and provenance is found when it is asked for, so that
 * loading the catalog costs little more than parsing it. */

#include "catalog/weft-record-private.h"

#include "base/weft-json-write.h"
#include "catalog/weft-catalog.h"
#include "catalog/weft-component-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (WeftRecord, weft_record, G_TYPE_OBJECT)

typedef struct
{
  const char *folder;
  const char *singular;
} KindName;

static const KindName kind_names[WEFT_N_RECORD_KINDS] = {
  [WEFT_RECORD_CHIP] = { "chips", "chip" },
  [WEFT_RECORD_SCALEUP] = { "scaleup", "scaleup" },
  [WEFT_RECORD_SCALEOUT] = { "scaleout", "scaleout" },
  [WEFT_RECORD_MODEL] = { "models", "model" },
  [WEFT_RECORD_WORKLOAD] = { "workloads", "workload" },
  [WEFT_RECORD_COMPONENT] = { "components", "component" },
};

/* What a part cannot do without: a number above or from @least on. */
typedef struct
{
  WeftRecordKind kind;
  const char *key;
  const char *instead; /* (nullable): a key that serves as well */
  double least;
  const char *expected;
} Need;

static const Need needs[] = {
  { WEFT_RECORD_CHIP, "node_chips", NULL, 1, "a whole number from 1 on" },
  { WEFT_RECORD_CHIP, "scaleup_domain_max_chips", NULL, 1, "a whole number from 1 on" },
  { WEFT_RECORD_CHIP, "scaleup_gbs_dir", NULL, 0, "the rate of the scale-up port in GB/s" },
  { WEFT_RECORD_SCALEUP, "gbs_dir", NULL, 0, "the rate of a chip in GB/s" },
  { WEFT_RECORD_SCALEUP, "alpha_us", NULL, 0, "the latency of a message in us" },
  { WEFT_RECORD_SCALEUP, "max_domain_chips", NULL, 1, "a whole number from 1 on" },
  { WEFT_RECORD_SCALEUP, "power_w_per_chip", NULL, 0, "watts per chip" },
  { WEFT_RECORD_SCALEOUT, "endpoint_gbs", NULL, 0, "the rate of an endpoint in GB/s" },
  { WEFT_RECORD_SCALEOUT, "alpha_us", NULL, 0, "the latency of a message in us" },
  { WEFT_RECORD_SCALEOUT, "power_w_per_endpoint_2tier", "power_w_per_endpoint", 0,
    "watts per endpoint" },
};

/* Enough for any machine, and small enough for the counts of the evaluator. */
#define LARGEST_COUNT 1e9

static gboolean
covers_key (const WeftRecordEntry *entry,
            const char            *key)
{
  if (entry->keys == NULL)
    return TRUE;

  for (guint i = 0; i < json_array_get_length (entry->keys); i++)
    if (g_str_equal (json_array_get_string_element (entry->keys, i), key))
      return TRUE;

  return FALSE;
}

static const WeftProvenance *
find_provenance (WeftRecord *self,
                 const char *key)
{
  for (guint i = self->entries->len; i > 0; i--)
    {
      const WeftRecordEntry *entry = &g_array_index (self->entries, WeftRecordEntry, i - 1);

      if (covers_key (entry, key))
        return &entry->provenance;
    }

  return NULL;
}

/* @holder: (out) (nullable): the record of the pile that has it */
static JsonNode *
find_node (WeftRecord  *self,
           const char  *key,
           WeftRecord **holder)
{
  for (WeftRecord *record = self; record != NULL; record = record->below)
    {
      JsonNode *node = record->values != NULL ? json_object_get_member (record->values, key) : NULL;

      if (node == NULL)
        continue;
      if (holder != NULL)
        *holder = record;
      return node;
    }

  return NULL;
}

static double
read_number (JsonNode *node)
{
  GType type = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

  return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double (node) : NAN;
}

static gboolean
meets (WeftRecord *self,
       const Need *need,
       const char *key)
{
  double value = weft_record_get_number (self, key);
  gboolean count = need->least >= 1;

  if (isnan (value) || value < need->least || (count && value > LARGEST_COUNT))
    return FALSE;
  /* A rate of zero is no rate; a latency or a draw of zero may be meant. */
  return weft_key_unit (key, NULL) != WEFT_UNIT_BYTES_S || value > 0;
}

/* The file's decimals moved by the unit's power of ten, so that "0.4" us is the same double as
 * 4e-7 s in a program: a product would miss it by a rounding. */
static double
scale_decimally (double value,
                 double factor)
{
  double exponent = log10 (factor);
  char digits[WEFT_DOUBLE_BUFFER];
  char text[WEFT_DOUBLE_BUFFER + 8];

  if (factor == 1)
    return value;
  /* Nothing is rounded then. */
  if (factor > 1 && value * 1024 == floor (value * 1024) && fabs (value * factor) < 0x1p53)
    return value * factor;

  weft_json_format_double (value, digits);
  if (exponent != round (exponent) || strpbrk (digits, "eE") != NULL)
    return value * factor;

  g_snprintf (text, sizeof text, "%se%d", digits, (int) exponent);
  return g_ascii_strtod (text, NULL);
}

static void
add_keys (WeftRecord *self,
          GHashTable *seen,
          GPtrArray  *keys)
{
  JsonObjectIter iter;
  const char *key;

  if (self->below != NULL)
    add_keys (self->below, seen, keys);
  if (self->values == NULL)
    return;

  json_object_iter_init_ordered (&iter, self->values);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    if (g_hash_table_add (seen, (gpointer) key))
      g_ptr_array_add (keys, (gpointer) key);
}

static void
weft_record_finalize (GObject *object)
{
  WeftRecord *self = WEFT_RECORD (object);

  g_clear_pointer (&self->aliases, g_ptr_array_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->root, json_node_unref);
  g_clear_pointer (&self->path, g_ref_string_release);
  g_clear_pointer (&self->pointer, g_ref_string_release);
  g_clear_object (&self->below);

  G_OBJECT_CLASS (weft_record_parent_class)->finalize (object);
}

static void
weft_record_class_init (WeftRecordClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_record_finalize;
}

static void
weft_record_init (WeftRecord *self)
{
  self->aliases = g_ptr_array_new ();
  self->entries = g_array_new (FALSE, TRUE, sizeof (WeftRecordEntry));
}

/* A record with the values of @top alone, what lies below it left aside, over @below. */
static WeftRecord *
pile (WeftRecord *top,
      WeftRecord *below,
      const char *id)
{
  WeftRecord *self = g_object_new (WEFT_TYPE_RECORD, NULL);
  /* What it has from the record below it is pointed to, not copied. */
  gboolean own_name = top->below == NULL || top->name != top->below->name;
  gboolean own_notes = top->below == NULL || top->notes != top->below->notes;

  self->kind = below->kind;
  self->form = top->form;
  self->lenient = top->lenient;
  self->root = json_node_ref (top->root);
  self->values = top->values;
  self->id = id;
  self->name = own_name && top->name != NULL ? top->name : below->name;
  self->notes = own_notes && top->notes != NULL ? top->notes : below->notes;
  self->below = g_object_ref (below);
  self->path = g_ref_string_acquire (top->path);
  self->pointer = top->pointer != NULL ? g_ref_string_acquire (top->pointer) : NULL;

  g_array_unref (self->entries);
  self->entries = g_array_ref (top->entries);

  for (guint i = 0; i + 1 < top->aliases->len; i++)
    if (!g_ptr_array_find (below->aliases, top->aliases->pdata[i], NULL))
      g_ptr_array_add (self->aliases, top->aliases->pdata[i]);
  for (guint i = 0; i < below->aliases->len; i++)
    g_ptr_array_add (self->aliases, below->aliases->pdata[i]);

  return self;
}

/* Whether the uppermost record comes from a file of the user's. */
static gboolean
is_users (WeftRecord *self)
{
  return self->lenient && self->form == WEFT_RECORD_WHOLE;
}

WeftRecord *
weft_record_lay_over (WeftRecord *patch,
                      WeftRecord *below,
                      gboolean    keep_id)
{
  g_assert (patch->below == NULL);

  return pile (patch, below, keep_id ? below->id : patch->id);
}

WeftRecord *
weft_record_assume (WeftRecord *patch,
                    WeftRecord *record,
                    gboolean    keep_id)
{
  g_autoptr (WeftRecord) below = NULL;

  if (!is_users (record))
    return weft_record_lay_over (patch, record, keep_id);

  below = record->below != NULL ? weft_record_assume (patch, record->below, keep_id)
                                : g_object_ref (patch);
  return pile (record, below, keep_id ? record->id : patch->id);
}

WeftRecord *
weft_record_vary (WeftRecord *below,
                  JsonObject *values)
{
  WeftRecord *self = g_object_new (WEFT_TYPE_RECORD, NULL);
  WeftRecordEntry entry = { { .confidence = WEFT_CONFIDENCE_USER, .source = (char *) _("set by the question") }, NULL };

  self->kind = below->kind;
  self->form = WEFT_RECORD_VARIED;
  self->root = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (self->root, values);
  self->values = values;
  self->id = below->id;
  self->name = below->name;
  self->notes = below->notes;
  self->below = g_object_ref (below);
  self->path = g_ref_string_acquire (below->path);
  self->pointer = below->pointer != NULL ? g_ref_string_acquire (below->pointer) : NULL;
  g_array_append_val (self->entries, entry);
  g_ptr_array_unref (self->aliases);
  self->aliases = g_ptr_array_ref (below->aliases);
  return self;
}

WeftRecord *
weft_record_find_holder (WeftRecord *self,
                         const char *key)
{
  for (WeftRecord *record = self; record != NULL; record = record->below)
    if (record->values != NULL && json_object_has_member (record->values, key))
      return record;

  return NULL;
}

/* What a question leaves as it is has been looked at before. */
static gboolean
is_as_below (WeftRecord *self,
             const Need *need)
{
  return self->form == WEFT_RECORD_VARIED && !json_object_has_member (self->values, need->key)
         && (need->instead == NULL || !json_object_has_member (self->values, need->instead));
}

gboolean
weft_record_check_complete (WeftRecord  *self,
                            GError     **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      const Need *need = &needs[i];
      g_autofree char *found = NULL;
      WeftValue value;

      if (need->kind != self->kind || is_as_below (self, need))
        continue;
      if (meets (self, need, need->key)
          || (need->instead != NULL && meets (self, need, need->instead)))
        continue;

      if (weft_record_lookup (self, need->key, &value))
        {
          WeftJsonAt at;

          weft_json_at_root (&at, value.node, self->path);
          found = weft_json_at_found (&at);
        }
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "%s: %s/values/%s: found %s, expected %s", self->path,
                   self->pointer != NULL ? self->pointer : "", need->key,
                   found != NULL ? found : "nothing", need->expected);
      return FALSE;
    }

  return self->kind != WEFT_RECORD_COMPONENT || weft_component_check (self, error);
}

/**
 * weft_record_kind_nick:
 * @kind: a kind
 *
 * Returns: the name of its folder, and of its list in JSON
 */
const char *
weft_record_kind_nick (WeftRecordKind kind)
{
  g_return_val_if_fail (kind < WEFT_N_RECORD_KINDS, NULL);

  return kind_names[kind].folder;
}

/**
 * weft_record_kind_parse:
 * @nick: a kind's name, of one or of many
 * @kind: (out): the kind
 *
 * Returns: %FALSE when there is no such kind
 */
gboolean
weft_record_kind_parse (const char     *nick,
                        WeftRecordKind *kind)
{
  g_return_val_if_fail (nick != NULL && kind != NULL, FALSE);

  for (guint i = 0; i < WEFT_N_RECORD_KINDS; i++)
    if (g_str_equal (nick, kind_names[i].folder) || g_str_equal (nick, kind_names[i].singular))
      {
        *kind = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * weft_record_get_kind:
 * @self: a record
 *
 * Returns: what it describes
 */
WeftRecordKind
weft_record_get_kind (WeftRecord *self)
{
  g_return_val_if_fail (WEFT_IS_RECORD (self), WEFT_RECORD_CHIP);

  return self->kind;
}

/**
 * weft_record_get_id:
 * @self: a record
 *
 * Returns: its id
 */
const char *
weft_record_get_id (WeftRecord *self)
{
  g_return_val_if_fail (WEFT_IS_RECORD (self), NULL);

  return self->id;
}

/**
 * weft_record_get_name:
 * @self: a record
 *
 * Returns: its name, or its id when it has none
 */
const char *
weft_record_get_name (WeftRecord *self)
{
  g_return_val_if_fail (WEFT_IS_RECORD (self), NULL);

  return self->name != NULL ? self->name : self->id;
}

/**
 * weft_record_get_notes:
 * @self: a record
 *
 * Returns: remarks on the record as a whole, "" when there are none
 */
const char *
weft_record_get_notes (WeftRecord *self)
{
  g_return_val_if_fail (WEFT_IS_RECORD (self), NULL);

  return self->notes != NULL ? self->notes : "";
}

/**
 * weft_record_get_aliases:
 * @self: a record
 *
 * Returns: (transfer none) (array zero-terminated=1): other names, those of the records below too
 */
const char *const *
weft_record_get_aliases (WeftRecord *self)
{
  g_return_val_if_fail (WEFT_IS_RECORD (self), NULL);

  return (const char *const *) self->aliases->pdata;
}

/**
 * weft_record_get_below:
 * @self: a record
 *
 * Returns: (nullable) (transfer none): the record it lies over
 */
WeftRecord *
weft_record_get_below (WeftRecord *self)
{
  g_return_val_if_fail (WEFT_IS_RECORD (self), NULL);

  return self->below;
}

/**
 * weft_record_list_keys:
 * @self: a record
 *
 * Returns: (transfer container) (element-type utf8): the keys of the lowest record in file order,
 *   then what the records above add
 */
GPtrArray *
weft_record_list_keys (WeftRecord *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *keys = g_ptr_array_new ();

  g_return_val_if_fail (WEFT_IS_RECORD (self), keys);

  add_keys (self, seen, keys);
  return keys;
}

/**
 * weft_record_lookup: (skip)
 * @self: a record
 * @key: a key with its unit suffix; @value borrows it
 * @value: (out): the value of the uppermost record that has the key
 *
 * Returns: %FALSE when no record of the pile has the key
 */
gboolean
weft_record_lookup (WeftRecord *self,
                    const char *key,
                    WeftValue  *value)
{
  WeftRecord *holder;
  const WeftProvenance *provenance;

  g_return_val_if_fail (WEFT_IS_RECORD (self) && key != NULL && value != NULL, FALSE);

  holder = weft_record_find_holder (self, key);
  provenance = holder != NULL ? find_provenance (holder, key) : NULL;
  if (provenance == NULL)
    return FALSE;

  value->key = key;
  value->node = json_object_get_member (holder->values, key);
  value->provenance = provenance;
  return TRUE;
}

/**
 * weft_record_get_number:
 * @self: a record
 * @key: a key
 *
 * Returns: the number as written, NAN when it is null, absent or no number
 */
double
weft_record_get_number (WeftRecord *self,
                        const char *key)
{
  g_return_val_if_fail (WEFT_IS_RECORD (self) && key != NULL, NAN);

  return read_number (find_node (self, key, NULL));
}

/**
 * weft_record_get_si:
 * @self: a record
 * @key: a key with a unit suffix
 *
 * Returns: the number in the SI unit that the suffix names, NAN when unknown
 */
double
weft_record_get_si (WeftRecord *self,
                    const char *key)
{
  WeftRecord *holder = NULL;
  double value, to_si;

  g_return_val_if_fail (WEFT_IS_RECORD (self) && key != NULL, NAN);

  value = read_number (find_node (self, key, &holder));
  if (isnan (value))
    return NAN;

  weft_key_unit (key, &to_si);
  /* What a question asks for are no decimals of a file, and it asks ten thousand times. */
  if (holder->form == WEFT_RECORD_VARIED)
    return value * to_si;
  return scale_decimally (value, to_si);
}

/**
 * weft_record_get_text:
 * @self: a record
 * @key: a key
 *
 * Returns: (nullable): the text, or %NULL when it is null, absent or no text
 */
const char *
weft_record_get_text (WeftRecord *self,
                      const char *key)
{
  JsonNode *node;

  g_return_val_if_fail (WEFT_IS_RECORD (self) && key != NULL, NULL);

  node = find_node (self, key, NULL);
  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;

  return json_node_get_string (node);
}

/**
 * weft_record_get_flag:
 * @self: a record
 * @key: a key
 *
 * Returns: whether it is true; %FALSE when unknown
 */
gboolean
weft_record_get_flag (WeftRecord *self,
                      const char *key)
{
  JsonNode *node;

  g_return_val_if_fail (WEFT_IS_RECORD (self) && key != NULL, FALSE);

  node = find_node (self, key, NULL);
  if (node == NULL || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return FALSE;

  return json_node_get_boolean (node);
}
