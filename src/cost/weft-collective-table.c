/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the ways to run a collective, and their words. */
#include "cost/weft-collective-table.h"

#include "base/weft-quantity.h"
#include "cost/weft-fabric-private.h"

#include <glib/gi18n-lib.h>

G_STATIC_ASSERT (WEFT_COLLECTIVE_MAX_ROWS >= WEFT_MAX_WAYS);

/* Bytes over line rates; what overlaps counts once. */
static double
least_s (const WeftWay   *way,
         const WeftShape *shape)
{
  double inside_s = way->inside_bytes > 0 ? way->inside_bytes / shape->fabric->inside.bw_bytes_s : 0;
  double across_s = way->across_bytes > 0 ? way->across_bytes / shape->fabric->across.bw_bytes_s : 0;

  return way->in_turn ? inside_s + across_s : MAX (inside_s, across_s);
}

/**
 * weft_collective_table: (skip)
 * @fabric: a fabric
 * @kind: the collective
 * @group: who takes part
 * @bytes: as for weft_collective_s()
 * @table: (out): all ways
 *
 * What weft_collective_s() chooses from.
 */
void
weft_collective_table (const WeftFabric    *fabric,
                       WeftCollectiveKind   kind,
                       WeftGroup            group,
                       double               bytes,
                       WeftCollectiveTable *table)
{
  WeftWay ways[WEFT_MAX_WAYS];
  WeftShape shape;

  *table = (WeftCollectiveTable) { .n_rows = 0 };
  if (!(group.ranks > 1))
    return;

  weft_shape_init (&shape, fabric, group);
  table->n_rows = weft_shape_ways (&shape, kind, bytes, ways);
  for (guint i = 0; i < table->n_rows; i++)
    {
      weft_way_describe (&ways[i], &shape, kind, bytes, &table->rows[i].how);
      table->rows[i].time = weft_way_time (fabric, &ways[i]);
      table->rows[i].least_s = least_s (&ways[i], &shape);
    }
  if (table->n_rows > 0)
    weft_ways_choose (&shape, ways, table->n_rows, &table->chosen);
}

/**
 * weft_collective_table_find: (skip)
 * @table: a table
 * @algorithm: an algorithm
 *
 * Returns: (nullable) (transfer none): its row
 */
const WeftCollectiveRow *
weft_collective_table_find (const WeftCollectiveTable *table,
                            WeftCollectiveAlgorithm    algorithm)
{
  for (guint i = 0; i < table->n_rows; i++)
    if (table->rows[i].how.algorithm == algorithm)
      return &table->rows[i];
  return NULL;
}

static char *
place_note (const WeftCollectiveChoice *how,
            const WeftFabric           *fabric,
            WeftGroup                   group)
{
  if (how->domains <= 1)
    return g_strdup_printf (_("All %g ranks stand in one domain: the network takes no part."), group.ranks);
  return g_strdup_printf (_("The group spans %.6g domains with %.6g of its ranks each and uses %.6g network ports of each "
                            "domain."), how->domains, group.local, how->rails);
}

/* A bus bandwidth counts what a ring would send. */
static char *
bus_note (const WeftCollectiveChoice *how,
          const WeftFabric           *fabric)
{
  double line = how->domains > 1 ? fabric->across.bw_bytes_s * how->rails : fabric->inside.bw_bytes_s;
  double wire = how->domains > 1 ? how->across_bytes_s * how->rails : how->inside_bytes_s;
  g_autofree char *bus_text = weft_quantity_format (how->busbw_bytes_s, WEFT_UNIT_BYTES_S);
  g_autofree char *wire_text = weft_quantity_format (wire, WEFT_UNIT_BYTES_S);
  g_autofree char *line_text = weft_quantity_format (line, WEFT_UNIT_BYTES_S);

  return g_strdup_printf (_("The bus bandwidth, %s, counts what a ring would send; the wire carries %s of %s, %.0f %%."),
                          bus_text, wire_text, line_text, 100 * wire / line);
}

/**
 * weft_collective_table_notes: (skip)
 * @table: a table
 * @fabric: what it was made of
 * @group: who takes part
 *
 * Returns: (transfer full): translated sentences
 */
GStrv
weft_collective_table_notes (const WeftCollectiveTable *table,
                             const WeftFabric          *fabric,
                             WeftGroup                  group)
{
  g_autoptr(GStrvBuilder) notes = g_strv_builder_new ();
  const WeftCollectiveChoice *how = &table->rows[table->chosen].how;
  g_autofree char *place = NULL;
  g_autofree char *bus = NULL;

  if (table->n_rows == 0)
    {
      g_strv_builder_add (notes, _("One rank has nothing to exchange."));
      return g_strv_builder_end (notes);
    }

  place = place_note (how, fabric, group);
  bus = bus_note (how, fabric);
  g_strv_builder_add_many (notes, place, bus, NULL);
  if (group.local > 1 && !fabric->is_calibrated)
    g_strv_builder_add (notes, _("The scale-up fabric was not measured: its share of the line rate is what its record "
                                 "expects, its latencies are the profile's defaults."));
  if (how->domains > 1 && !fabric->is_calibrated_across)
    g_strv_builder_add (notes, _("The scale-out fabric was not measured: its share of the line rate is what its record "
                                 "expects."));
  return g_strv_builder_end (notes);
}

/**
 * weft_group_no_effect: (skip)
 * @group: a group
 * @from_ranks: ranks of a machine
 * @to_ranks: ranks of another one
 *
 * A collective costs what its group makes it cost: a larger machine around a group changes nothing.
 *
 * Returns: (transfer full) (nullable): why there is no effect, translated
 */
char *
weft_group_no_effect (WeftGroup group,
                      double    from_ranks,
                      double    to_ranks)
{
  if (MIN (from_ranks, to_ranks) < group.ranks)
    return NULL;
  return g_strdup_printf (_("no effect: group size %g"), group.ranks);
}
