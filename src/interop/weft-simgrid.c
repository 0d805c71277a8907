/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a platform of SimGrid, in which every way is listed: its own rules of routing are not relied on. */
#include "interop/weft-simgrid.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-file.h"
#include "base/weft-json-write.h"
#include "sim/weft-sim-trace.h"

/* Links of all ways; a file of so many is about 500 MB. */
#define MAX_HOPS 20000000u
/* What SimGrid reads as no limit. */
#define NO_LIMIT_BW_BYTES_S 1e18

typedef struct
{
  const WeftSimNetwork *network;
  GString *text;
  guint64 n_hops;
  gboolean has_overhead;
} Writer;

static void
append_number (Writer *self, double value, const char *unit)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  g_string_append (self->text, weft_json_format_double (value, buffer));
  g_string_append (self->text, unit);
}

static void
write_head (Writer *self)
{
  g_autofree char *name = g_markup_escape_text (self->network->name != NULL ? self->network->name : "", -1);
  g_auto (GStrv) parts = g_strsplit (name, "--", -1);
  g_autofree char *plain = g_strjoinv ("-", parts);

  g_string_append (self->text, "<?xml version='1.0'?>\n"
                               "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n");
  g_string_append_printf (self->text,
                          "<!-- %s. Run with cfg=network/model:CM02 cfg=network/TCP-gamma:0 cfg=network/weight-S:0 "
                          "cfg=network/crosstraffic:0 cfg=network/latency-factor:1 cfg=network/bandwidth-factor:1: "
                          "plain max-min shares. -->\n",
                          plain);
  g_string_append (self->text, "<platform version=\"4.1\">\n<zone id=\"weft\" routing=\"Full\">\n");
}

static void
write_hosts (Writer *self, double host_flops_s)
{
  for (guint32 r = 0; r < self->network->n_ranks; r++)
    {
      g_string_append_printf (self->text, "<host id=\"rank-%u\" speed=\"", r);
      append_number (self, host_flops_s, "f\"/>\n");
    }
}

static void
write_links (Writer *self)
{
  const WeftSimNetwork *network = self->network;

  for (guint32 i = 0; i < network->n_links; i++)
    {
      double overhead_s = network->overhead_s != NULL ? network->overhead_s[i] : 0;
      gboolean is_shared = network->is_shared == NULL || network->is_shared[i];

      self->has_overhead |= overhead_s > 0;
      g_string_append_printf (self->text, "<link id=\"l%u\" bandwidth=\"", i);
      append_number (self, MIN (network->bw_bytes_s[i], NO_LIMIT_BW_BYTES_S), "Bps\" latency=\"");
      append_number (self, network->latency_s[i] + overhead_s, "s\"");
      g_string_append (self->text, is_shared ? "/>\n" : " sharing_policy=\"FATPIPE\"/>\n");
    }
}

static gboolean
write_way (Writer *self, guint32 from, guint32 to, GArray *links, GError **error)
{
  const WeftSimNetwork *network = self->network;

  g_array_set_size (links, 0);
  if (!network->route (network->router, network->node_of_rank[from], network->node_of_rank[to], 0, links))
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_NO_ROUTE, _("no way leads from rank %u to rank %u"), from, to);
      return FALSE;
    }
  self->n_hops += links->len;
  if (self->n_hops > MAX_HOPS)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                   _("the ways between %u ranks have more than %u links in all; a platform of fewer ranks can be written"),
                   network->n_ranks, MAX_HOPS);
      return FALSE;
    }
  /* ranks at one place need no way */
  if (links->len == 0)
    return TRUE;
  g_string_append_printf (self->text, "<route src=\"rank-%u\" dst=\"rank-%u\" symmetrical=\"NO\">", from, to);
  for (guint i = 0; i < links->len; i++)
    g_string_append_printf (self->text, "<link_ctn id=\"l%u\"/>", g_array_index (links, guint32, i));
  g_string_append (self->text, "</route>\n");
  return TRUE;
}

static gboolean
write_ways (Writer *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 from = 0; from < self->network->n_ranks; from++)
    {
      for (guint32 to = 0; to < self->network->n_ranks; to++)
        if (from != to && !write_way (self, from, to, links, error))
          return FALSE;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
weft_simgrid_platform_write (const WeftSimNetwork *network, double host_flops_s, const char *path, GPtrArray *notes,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Writer self = { .network = network, .text = text };

  if (!(host_flops_s > 0) || !isfinite (host_flops_s))
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID, _("a host with %g FLOP/s cannot be; give more than 0"),
                   host_flops_s);
      return FALSE;
    }
  write_head (&self);
  write_hosts (&self, host_flops_s);
  write_links (&self);
  if (!write_ways (&self, cancellable, error))
    return FALSE;
  g_string_append (text, "</zone>\n</platform>\n");
  if (self.has_overhead && notes != NULL)
    g_ptr_array_add (notes, g_strdup (_("protocol overhead of links was added to their latency")));
  return weft_file_save (path, text->str, (gssize) text->len, FALSE, error);
}
