/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components as a graph uses them: resolved once from their records, found by name, level, type and
 * entity, and held against the ranges of the paper. */

#include "catalog/weft-component-private.h"

#include <math.h>

#include "catalog/weft-catalog-private.h"
#include "catalog/weft-record-private.h"

static const char *const level_nicks[] = {
  [WEFT_LEVEL_PACKAGE] = "package",
  [WEFT_LEVEL_NODE] = "node",
  [WEFT_LEVEL_RACK] = "rack",
  [WEFT_LEVEL_CLUSTER] = "cluster",
};

static const char *const type_nicks[] = {
  [WEFT_COMPONENT_VERTEX] = "vertex",
  [WEFT_COMPONENT_LINK] = "link",
  [WEFT_COMPONENT_TEMPLATE] = "template",
  [WEFT_COMPONENT_RACK] = "rack",
  [WEFT_COMPONENT_CDU] = "cdu",
  [WEFT_COMPONENT_POWER_SHELF] = "power-shelf",
};

static const char *const medium_nicks[] = {
  [WEFT_MEDIUM_SILICON] = "silicon",
  [WEFT_MEDIUM_PACKAGE] = "package",
  [WEFT_MEDIUM_BOARD] = "board",
  [WEFT_MEDIUM_BACKPLANE] = "backplane",
  [WEFT_MEDIUM_DAC] = "dac",
  [WEFT_MEDIUM_ACC] = "acc",
  [WEFT_MEDIUM_AEC] = "aec",
  [WEFT_MEDIUM_AOC] = "aoc",
  [WEFT_MEDIUM_TRANSCEIVER] = "transceiver",
  [WEFT_MEDIUM_LPO] = "lpo",
  [WEFT_MEDIUM_CPO] = "cpo",
};

/* The first one of each list stands for none. */
static gboolean
parse_nick (const char        *nick,
            const char *const *nicks,
            guint              n_nicks,
            guint             *found)
{
  for (guint i = 1; i < n_nicks; i++)
    if (g_str_equal (nick, nicks[i]))
      {
        *found = i;
        return TRUE;
      }

  return FALSE;
}

static double
first_known (WeftRecord *record,
             const char *key,
             const char *instead)
{
  double value = weft_record_get_si (record, key);

  return isnan (value) ? weft_record_get_si (record, instead) : value;
}

static double
resolve_bandwidth (WeftComponent *self)
{
  const char *direction = weft_record_get_text (self->record, "bandwidth_direction");
  double value = weft_record_get_si (self->record, "bandwidth_gbs");

  self->bw_per = weft_record_get_text (self->record, "bandwidth_per");
  self->bw_one_way = direction != NULL;

  if (weft_record_get_flag (self->record, "bandwidth_unbounded"))
    return INFINITY;
  if (self->type == WEFT_COMPONENT_LINK && isnan (value) && !isnan (self->port_bw_bytes_s))
    {
      self->bw_per = "port";
      self->bw_one_way = TRUE;
      return self->port_bw_bytes_s;
    }

  return direction != NULL && g_str_equal (direction, "both") ? value / 2 : value;
}

static double
resolve_latency (WeftRecord *record)
{
  double hop = first_known (record, "hop_ns", "hop_max_ns");

  return isnan (hop) ? first_known (record, "latency_ns", "latency_max_ns") : hop;
}

static void
resolve_names (WeftComponent *self)
{
  WeftRecord *record = self->record;
  const char *medium = weft_record_get_text (record, "medium");
  guint found = 0;

  self->id = weft_record_get_id (record);
  self->name = weft_record_get_name (record);
  weft_level_parse (weft_record_get_text (record, "level"), &self->level);
  weft_component_type_parse (weft_record_get_text (record, "type"), &self->type);
  self->entity = weft_record_get_text (record, "entity");
  self->is_range = g_strcmp0 (weft_record_get_text (record, "origin"), "paper") == 0;
  if (medium != NULL)
    parse_nick (medium, medium_nicks, G_N_ELEMENTS (medium_nicks), &found);
  self->medium = found;
  self->cooling = weft_record_get_text (record, "cooling");
  self->generator = weft_record_get_text (record, "generator");
  self->scales_with_peak = weft_record_get_flag (record, "scales_with_peak");
}

static void
resolve (WeftComponent *self,
         WeftRecord    *record,
         guint          index)
{
  double ends;

  self->index = index;
  self->record = record;
  resolve_names (self);
  ends = weft_record_get_flag (record, "per_end") ? 2 : 1;

  self->peak_flops = weft_record_get_si (record, "peak_tflops");
  self->port_bw_bytes_s = weft_record_get_si (record, "port_gbps");
  self->bw_bytes_s = resolve_bandwidth (self);
  self->latency_s = resolve_latency (record);
  self->overhead_s = weft_record_get_si (record, "proto_ns");
  self->reconfig_s = weft_record_get_si (record, "reconfig_ms");
  self->idle_w = ends * weft_record_get_si (record, "idle_w");
  self->active_w = ends * first_known (record, "active_w", "active_max_w");
  self->active_max_w = ends * weft_record_get_si (record, "active_max_w");
  self->cost_rcu = ends * weft_record_get_number (record, "rcu");
  self->cost_usd = ends * weft_record_get_si (record, "price_usd");
  self->u_space = weft_record_get_number (record, "u_space");
  self->area_mm2 = weft_record_get_number (record, "area_mm2");
  self->ports = weft_record_get_number (record, "ports");
  self->lanes = weft_record_get_number (record, "lanes");
  self->channels_min = weft_record_get_number (record, "channels_min");
  self->channels_max = weft_record_get_number (record, "channels_max");
  self->slots = weft_record_get_number (record, "slots");
  self->capacity_bytes = weft_record_get_si (record, "capacity_gb");
  self->length_max_m = weft_record_get_si (record, "length_max_m");
  self->limit_w = weft_record_get_si (record, "limit_kw");
}

void
weft_component_resolve_all (WeftCatalog *catalog)
{
  GListModel *records = G_LIST_MODEL (catalog->records[WEFT_RECORD_COMPONENT]);
  guint n = g_list_model_get_n_items (records);

  catalog->components = g_array_sized_new (FALSE, TRUE, sizeof (WeftComponent), n);
  catalog->component_of = g_hash_table_new (NULL, NULL);
  g_array_set_size (catalog->components, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (records, i); /* the list keeps it */
      WeftComponent *self = &g_array_index (catalog->components, WeftComponent, i);

      resolve (self, record, i);
      g_hash_table_insert (catalog->component_of, record, self);
    }
}

/* Empty when a shipped file is wrong. */
static GArray *
get_components (WeftCatalog *catalog)
{
  weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, NULL);
  return catalog->components;
}

static const WeftBounds *
find_bounds (const char *key)
{
  for (guint i = 0; i < weft_n_bounds; i++)
    if (g_str_equal (weft_bounds[i].key, key))
      return &weft_bounds[i];

  return NULL;
}

/* One of the numbers that may be chosen; any number when there is no such list. */
static gboolean
is_option (WeftRecord *range,
           const char *options,
           double      value)
{
  JsonArray *array;
  WeftValue found;

  if (options == NULL || !weft_record_lookup (range, options, &found)
      || !JSON_NODE_HOLDS_ARRAY (found.node))
    return TRUE;

  array = json_node_get_array (found.node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (json_array_get_double_element (array, i) == value)
      return TRUE;

  return FALSE;
}

/* A rate in the paper's measure, so that lanes are held against lanes; NAN when the two count
 * different things. */
static double
measure_rate (WeftRecord *product,
              WeftRecord *range)
{
  const char *per = weft_record_get_text (product, "bandwidth_per");
  const char *wanted = weft_record_get_text (range, "bandwidth_per");
  double value = weft_record_get_number (product, "bandwidth_gbs");

  if (g_strcmp0 (per, wanted) == 0)
    return value;
  return g_strcmp0 (wanted, "lane") == 0 ? value / weft_record_get_number (product, "lanes") : NAN;
}

/* Decimals are not exact: what was divided may miss the bound by a rounding. */
static gboolean
lies_outside (double value,
              double least,
              double most)
{
  return value < least * (1 - 1e-9) || value > most * (1 + 1e-9);
}

static gboolean
is_outside (WeftRecord       *product,
            WeftRecord       *range,
            const WeftBounds *bounds)
{
  gboolean rate = g_str_equal (bounds->key, "bandwidth_gbs");
  double value = rate ? measure_rate (product, range)
                      : weft_record_get_number (product, bounds->key);
  double least = bounds->min != NULL ? weft_record_get_number (range, bounds->min) : NAN;
  double most = bounds->max != NULL ? weft_record_get_number (range, bounds->max) : NAN;

  return !isnan (value)
         && (lies_outside (value, least, most) || !is_option (range, bounds->options, value));
}

/**
 * weft_level_nick:
 * @level: a level
 *
 * Returns: (nullable): the word that files use
 */
const char *
weft_level_nick (WeftLevel level)
{
  g_return_val_if_fail (level < G_N_ELEMENTS (level_nicks), NULL);

  return level_nicks[level];
}

/**
 * weft_level_parse:
 * @nick: a word from a file
 * @level: (out): the level
 *
 * Returns: %FALSE when there is no such level
 */
gboolean
weft_level_parse (const char *nick,
                  WeftLevel  *level)
{
  guint found;

  g_return_val_if_fail (nick != NULL && level != NULL, FALSE);

  if (!parse_nick (nick, level_nicks, G_N_ELEMENTS (level_nicks), &found))
    return FALSE;
  *level = found;
  return TRUE;
}

/**
 * weft_component_type_nick:
 * @type: a type
 *
 * Returns: (nullable): the word that files use
 */
const char *
weft_component_type_nick (WeftComponentType type)
{
  g_return_val_if_fail (type < G_N_ELEMENTS (type_nicks), NULL);

  return type_nicks[type];
}

/**
 * weft_component_type_parse:
 * @nick: a word from a file
 * @type: (out): the type
 *
 * Returns: %FALSE when there is no such type
 */
gboolean
weft_component_type_parse (const char        *nick,
                           WeftComponentType *type)
{
  guint found;

  g_return_val_if_fail (nick != NULL && type != NULL, FALSE);

  if (!parse_nick (nick, type_nicks, G_N_ELEMENTS (type_nicks), &found))
    return FALSE;
  *type = found;
  return TRUE;
}

/**
 * weft_medium_nick:
 * @medium: what a link runs in
 *
 * Returns: (nullable): the word that files use
 */
const char *
weft_medium_nick (WeftMedium medium)
{
  g_return_val_if_fail (medium < G_N_ELEMENTS (medium_nicks), NULL);

  return medium_nicks[medium];
}

/**
 * weft_medium_parse:
 * @nick: a word from a file
 * @medium: (out): the medium
 *
 * Returns: %FALSE when there is no such medium
 */
gboolean
weft_medium_parse (const char *nick,
                   WeftMedium *medium)
{
  guint found;

  g_return_val_if_fail (nick != NULL && medium != NULL, FALSE);

  if (!parse_nick (nick, medium_nicks, G_N_ELEMENTS (medium_nicks), &found))
    return FALSE;
  *medium = found;
  return TRUE;
}

/**
 * weft_component_count:
 * @catalog: a catalog
 *
 * Returns: the number of components
 */
guint
weft_component_count (WeftCatalog *catalog)
{
  g_return_val_if_fail (WEFT_IS_CATALOG (catalog), 0);

  return get_components (catalog)->len;
}

/**
 * weft_component_at: (skip)
 * @catalog: a catalog, which keeps the component
 * @index: a place, below weft_component_count()
 *
 * Returns: the component there; they stand in the order of weft_catalog_list()
 */
const WeftComponent *
weft_component_at (WeftCatalog *catalog,
                   guint        index)
{
  g_return_val_if_fail (WEFT_IS_CATALOG (catalog), NULL);
  g_return_val_if_fail (index < get_components (catalog)->len, NULL);

  return &g_array_index (catalog->components, WeftComponent, index);
}

/**
 * weft_component_find: (skip)
 * @catalog: a catalog, which keeps the component
 * @name: an id, alias or name, without regard to case, spaces and hyphens; an entity of the paper
 *   that stands at one level alone is the alias of its range
 *
 * Returns: (nullable): the component
 */
const WeftComponent *
weft_component_find (WeftCatalog *catalog,
                     const char  *name)
{
  WeftRecord *record;

  g_return_val_if_fail (WEFT_IS_CATALOG (catalog) && name != NULL, NULL);

  record = weft_catalog_lookup (catalog, WEFT_RECORD_COMPONENT, name);
  return record != NULL ? g_hash_table_lookup (catalog->component_of, record) : NULL;
}

/**
 * weft_component_list: (skip)
 * @catalog: a catalog, which keeps the components
 * @level: a level, or #WEFT_LEVEL_ANY
 * @type: a type, or #WEFT_COMPONENT_ANY
 * @entity: (nullable): an entity as it is written in the files, or %NULL for any
 *
 * Returns: (transfer container): the #WeftComponent that are all of this
 */
GPtrArray *
weft_component_list (WeftCatalog       *catalog,
                     WeftLevel          level,
                     WeftComponentType  type,
                     const char        *entity)
{
  GPtrArray *found = g_ptr_array_new ();
  GArray *all;

  g_return_val_if_fail (WEFT_IS_CATALOG (catalog), found);

  all = get_components (catalog);
  for (guint i = 0; i < all->len; i++)
    {
      WeftComponent *self = &g_array_index (all, WeftComponent, i);

      if ((level == WEFT_LEVEL_ANY || self->level == level)
          && (type == WEFT_COMPONENT_ANY || self->type == type)
          && (entity == NULL || g_str_equal (self->entity, entity)))
        g_ptr_array_add (found, self);
    }

  return found;
}

/**
 * weft_component_find_range: (skip)
 * @catalog: the catalog that @component is from
 * @component: a component
 *
 * Returns: (nullable): the paper's range of its entity, at its level when the paper has the entity
 *   at several; %NULL when the paper has none (racks and what cools or feeds them)
 */
const WeftComponent *
weft_component_find_range (WeftCatalog         *catalog,
                           const WeftComponent *component)
{
  g_autoptr (GPtrArray) same = NULL;
  const WeftComponent *range = NULL;

  g_return_val_if_fail (WEFT_IS_CATALOG (catalog) && component != NULL, NULL);

  same = weft_component_list (catalog, WEFT_LEVEL_ANY, WEFT_COMPONENT_ANY, component->entity);
  for (guint i = 0; i < same->len; i++)
    {
      const WeftComponent *other = same->pdata[i];

      if (other->is_range && (range == NULL || other->level == component->level))
        range = other;
    }

  return range;
}

/**
 * weft_component_get_range: (skip)
 * @component: a component
 * @key: the key of the value itself: "peak_tflops", "bandwidth_gbs", "latency_ns", "hop_ns",
 *   "capacity_gb", "channels", "ports", "port_gbps", "active_w" or "u_space"
 * @least: (out): the lower bound in SI, minus infinity when it is open
 * @most: (out): the upper bound in SI, infinity when it is open
 *
 * Returns: whether the component gives the value any bound
 */
gboolean
weft_component_get_range (const WeftComponent *component,
                          const char          *key,
                          double              *least,
                          double              *most)
{
  const WeftBounds *bounds;
  gboolean any;

  g_return_val_if_fail (component != NULL && key != NULL, FALSE);
  g_return_val_if_fail (least != NULL && most != NULL, FALSE);

  bounds = find_bounds (key);
  *least = *most = NAN;
  if (bounds != NULL && bounds->min != NULL)
    *least = weft_record_get_si (component->record, bounds->min);
  if (bounds != NULL && bounds->max != NULL)
    *most = weft_record_get_si (component->record, bounds->max);

  any = !isnan (*least) || !isnan (*most);
  if (isnan (*least))
    *least = -INFINITY;
  if (isnan (*most))
    *most = INFINITY;
  return any;
}

/**
 * weft_component_list_outside: (skip)
 * @product: a component
 * @range: the range of its entity, see weft_component_find_range()
 *
 * Compares what both know: numbers with the bounds, with the list of choices where there is one,
 * and the length of a link with the greatest length. Points of the paper (a rate, a latency, a
 * power) bound nothing. A rate is compared only where both count the same thing.
 *
 * Returns: (transfer container) (element-type utf8): the keys of the product's values that lie
 *   outside
 */
GPtrArray *
weft_component_list_outside (const WeftComponent *product,
                             const WeftComponent *range)
{
  GPtrArray *outside = g_ptr_array_new ();

  g_return_val_if_fail (product != NULL && range != NULL, outside);

  for (guint i = 0; i < weft_n_bounds; i++)
    if (is_outside (product->record, range->record, &weft_bounds[i]))
      g_ptr_array_add (outside, (gpointer) weft_bounds[i].key);
  if (product->length_max_m > range->length_max_m)
    g_ptr_array_add (outside, (gpointer) "length_max_m");

  return outside;
}
