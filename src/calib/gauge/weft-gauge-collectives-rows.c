/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows about collectives: which fabric, group and library each is about. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "calib/gauge/weft-gauge-collectives-private.h"

/* A row on its way to a case. */
typedef struct
{
  WeftInventory *inventory;
  const WeftGaugeRow *row;
  const WeftChip *chip;
  WeftCollectiveKind kind;
  WeftCollectiveLibrary library;
  WeftFabricSite site;
  double ranks;
  double hosts;
  double bytes;
} Draft;

/* Networks as rows name them; what else stands for the usual one of a chip's hosts. */
static const struct
{
  const char *word;
  const char *id;
} networks[] = {
  { "HDR", "ib-hdr" },
  { "NDR", "ib-ndr" },
  { "XDR", "ib-xdr" },
  { "EFA", "efa3" },
  { "Slingshot", "slingshot11" },
  { "RoCE", "roce-400" },
};

/* Of sizes that are called large only, and of bus bandwidths that were published without one. */
static const double large_bytes = 8.0 * 1024 * 1024 * 1024;

static const char *
find_network (const Draft *draft, const char **word)
{
  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    if (weft_gauge_says (draft->row->parallelism, networks[i].word))
      {
        *word = networks[i].word;
        return networks[i].id;
      }
  *word = "NICs";
  return draft->chip->generation_year < 2022 ? "ib-hdr" : "ib-ndr";
}

/* "16 NDR NICs" are those of all hosts. */
static void
take_network (Draft *draft)
{
  const char *word;
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (draft->inventory, find_network (draft, &word));
  double ports;

  if (scaleout == NULL)
    return;
  draft->site.scaleout = scaleout->index;
  draft->site.across = (WeftLink) { scaleout->alpha_s, scaleout->bw_bytes_s };
  if (weft_gauge_counted (draft->row->parallelism, word, &ports))
    draft->site.ports_per_rank = ports / draft->hosts / draft->site.domain_ranks;
}

/* The first scale-up fabric of the catalog that fits the chip, and is no host's bus. */
static gboolean
take_scaleup (Draft *draft)
{
  for (guint i = 0; i < weft_inventory_n_scaleups (draft->inventory); i++)
    {
      const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (draft->inventory, i, draft->chip->index);
      const WeftScaleup *scaleup = weft_inventory_scaleup (draft->inventory, i);

      if (!pair->fits || g_str_has_prefix (scaleup->id, "pcie"))
        continue;
      draft->site.scaleup = i;
      draft->site.inside = (WeftLink) { pair->alpha_s, pair->bw_bytes_s };
      return TRUE;
    }
  return FALSE;
}

static void
take_group (Draft *draft)
{
  draft->hosts = 1;
  weft_gauge_counted (draft->row->parallelism, "nodes", &draft->hosts);
  if (draft->hosts < 1 || draft->hosts > draft->ranks)
    draft->hosts = 1;
  draft->site.domain_ranks = MAX (draft->ranks / draft->hosts, draft->chip->node_chips);
}

static gboolean
is_custom (const char *library)
{
  return weft_gauge_says (library, "custom");
}

/* What the row is about; FALSE, with @why in words, when it cannot be told. */
static gboolean
read_draft (Draft *draft, char **why)
{
  const WeftGaugeRow *row = draft->row;
  double share;

  draft->chip = weft_gauge_chip (draft->inventory, row->chip, &share, why);
  if (draft->chip == NULL)
    return FALSE;
  if (!weft_gauge_number (row->count, &draft->ranks) || !(draft->ranks > 1))
    {
      *why = g_strdup (_("a collective needs a count of at least two ranks"));
      return FALSE;
    }
  if (!weft_gauge_number (row->sequence, &draft->bytes) || !(draft->bytes > 0))
    {
      if (!weft_gauge_says (row->metric, "bandwidth"))
        {
          *why = g_strdup (_("a time of a collective needs its bytes"));
          return FALSE;
        }
      draft->bytes = large_bytes;
    }
  if (!take_scaleup (draft))
    {
      *why = g_strdup_printf (_("the catalog has no scale-up fabric for %s"), draft->chip->name);
      return FALSE;
    }
  draft->library = is_custom (row->parallelism) ? WEFT_LIBRARY_CUSTOM : WEFT_LIBRARY_NCCL;
  take_group (draft);
  take_network (draft);
  return TRUE;
}

static double
bus_bytes (const Draft *draft)
{
  double share = (draft->ranks - 1) / draft->ranks;

  switch (draft->kind)
    {
    case WEFT_COLLECTIVE_ALL_REDUCE:
      return 2 * share * draft->bytes;
    case WEFT_COLLECTIVE_ALL_GATHER:
    case WEFT_COLLECTIVE_REDUCE_SCATTER:
    case WEFT_COLLECTIVE_ALL_TO_ALL:
      return share * draft->bytes;
    case WEFT_COLLECTIVE_BROADCAST:
    case WEFT_COLLECTIVE_POINT_TO_POINT:
    case WEFT_N_COLLECTIVES:
    default:
      return draft->bytes;
    }
}

/* What the slowest link of the row carries at line rate, bytes a second a rank. */
static double
line_rate (const Draft *draft, const WeftFabric *fabric)
{
  double local = draft->ranks / draft->hosts;
  double rails = MIN (local * MAX (fabric->ports_per_rank, 1), fabric->ports_per_rank * fabric->domain_ranks);

  if (draft->hosts <= 1)
    return fabric->inside.bw_bytes_s;
  return local > 1 ? MIN (fabric->inside.bw_bytes_s, rails * fabric->across.bw_bytes_s) : fabric->across.bw_bytes_s;
}

/* --- cases --- */

static char *
set_of (const Draft *draft)
{
  const char *library = draft->library == WEFT_LIBRARY_CUSTOM ? "custom" : "NCCL";

  if (draft->hosts > 1)
    return g_strdup ("Collectives across nodes");
  if (draft->row->table == WEFT_GAUGE_COLLECTIVES)
    return g_strdup_printf ("Collectives in node, %s, %s", library, draft->row->chip);
  return g_strdup_printf ("Collectives by size, %s", draft->row->chip);
}

/* Tables without sources: whoever measures anew does so for a chip, a library and an operation. */
static char *
source_of (const Draft *draft)
{
  if (draft->row->table == WEFT_GAUGE_COLLECTIVES)
    return g_strdup_printf ("%s, %s, %s", draft->row->chip, draft->row->parallelism, draft->row->model);
  return weft_gauge_row_source (draft->row);
}

static char *
label_of (const Draft *draft)
{
  g_autofree char *size = g_format_size_full ((guint64) draft->bytes, G_FORMAT_SIZE_IEC_UNITS);

  return g_strdup_printf ("%s, %g %s, %g %s, %s", weft_collective_nick (draft->kind), draft->ranks, draft->row->chip,
                          draft->hosts, draft->hosts > 1 ? _("hosts") : _("host"), size);
}

static WeftGaugeCollective *
collective_new (const Draft *draft, GError **error)
{
  g_autofree WeftGaugeCollective *self = g_new0 (WeftGaugeCollective, 1);
  const char *inside = weft_inventory_scaleup (draft->inventory, draft->site.scaleup)->id;
  const char *across = weft_inventory_scaleout (draft->inventory, draft->site.scaleout)->id;

  if (!weft_fabric_init (&self->fabric, draft->inventory, &draft->site, draft->library, error))
    return NULL;
  if (weft_gauge_says (draft->row->parallelism, "SHARP off"))
    self->fabric.reduces_in_switch = FALSE;
  self->fabric.launches_each = weft_gauge_says (draft->row->source, "Azure/");
  self->kind = draft->kind;
  self->group = (WeftGroup) { draft->ranks, draft->ranks / draft->hosts, 0 };
  self->bytes = draft->bytes;
  if (weft_gauge_says (draft->row->metric, "bandwidth"))
    self->busbw_bytes = bus_bytes (draft);
  for (guint i = 0; i < WEFT_N_FABRIC_CONSTANTS; i++)
    self->parameter[i] = weft_gauge_collectives_index (i, inside, across);
  return g_steal_pointer (&self);
}

static WeftGaugeCase *
case_new (const Draft *draft, GError **error)
{
  g_autofree WeftGaugeCollective *collective = collective_new (draft, error);
  WeftGaugeCase *a_case;
  double line_s;

  if (collective == NULL)
    return NULL;
  line_s = bus_bytes (draft) / line_rate (draft, &collective->fabric);
  a_case = g_new0 (WeftGaugeCase, 1);
  a_case->id = g_strdup (draft->row->id);
  a_case->set = set_of (draft);
  a_case->source = source_of (draft);
  a_case->scope = g_strdup (weft_inventory_scaleup (draft->inventory, draft->site.scaleup)->id);
  a_case->label = label_of (draft);
  a_case->size = draft->ranks;
  a_case->measured = weft_gauge_row_value (draft->row);
  a_case->is_rate = collective->busbw_bytes > 0;
  a_case->null_value = a_case->is_rate ? collective->busbw_bytes / line_s : line_s;
  a_case->weight = 1;
  a_case->data = g_steal_pointer (&collective);
  return a_case;
}

/* A row that delivers less than a third of its ports' rate at a large size had another network than it seems. */
static gboolean
is_elsewhere (const WeftGaugeCase *a_case)
{
  const WeftGaugeCollective *collective = a_case->data;
  double ratio = a_case->is_rate ? a_case->null_value / a_case->measured : a_case->measured / a_case->null_value;

  return collective->group.ranks > collective->group.local && collective->bytes > 1e7 && ratio > 3;
}

static void
skip (GPtrArray *skipped, const WeftGaugeRow *row, const char *why)
{
  g_ptr_array_add (skipped, g_strdup_printf ("%s: %s", row->id, why));
}

static void
read_row (WeftInventory *inventory, const WeftGaugeRow *row, GPtrArray *cases, GPtrArray *skipped)
{
  Draft draft = { .inventory = inventory, .row = row };
  g_autoptr (GError) error = NULL;
  g_autofree char *why = NULL;
  WeftGaugeCase *a_case;

  if (!g_str_equal (row->workload, "collective") || !weft_collective_parse (row->model, &draft.kind))
    return;
  if (!(weft_gauge_row_value (row) > 0))
    {
      skip (skipped, row, _("it has no value above 0"));
      return;
    }
  if (!read_draft (&draft, &why))
    {
      skip (skipped, row, why);
      return;
    }
  a_case = case_new (&draft, &error);
  if (a_case == NULL)
    {
      skip (skipped, row, error->message);
      return;
    }
  if (is_elsewhere (a_case))
    {
      skip (skipped, row, _("it delivers less than a third of what its network ports carry: shown, not fitted"));
      a_case->weight = 0;
      g_free (a_case->set);
      a_case->set = g_strdup ("Collectives across nodes, slower than their ports");
    }
  g_ptr_array_add (cases, a_case);
}

GPtrArray *
weft_gauge_collectives_read (gpointer context, GPtrArray *rows, GPtrArray *skipped)
{
  GPtrArray *cases = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    read_row (context, rows->pdata[i], cases, skipped);
  return cases;
}
