/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of fabrics looked up once for all bundles. */
#include "design/graph/weft-graph-fabric-private.h"

#include "design/graph/weft-graph-names-private.h"

WeftBundleFabric *
weft_graph_fabrics (const WeftFlat *flat, WeftInventory *inventory)
{
  WeftBundleFabric *fabrics = g_new0 (WeftBundleFabric, flat->n_bundles + 1);
  WeftGraphNames names;

  weft_graph_names_init (&names, inventory);
  for (guint i = 0; i < flat->n_bundles; i++)
    {
      const WeftFlatBundle *bundle = &flat->bundle[i];
      const char *name
          = weft_graph_definition (flat->graph, bundle->definition)->links[bundle->link].fabric;
      const WeftScaleup *up;
      const WeftScaleout *out;

      if (name == NULL)
        continue;
      up = weft_graph_names_scaleup (&names, name);
      out = weft_graph_names_scaleout (&names, name);
      if (up != NULL)
        fabrics[i] = (WeftBundleFabric) { WEFT_LAYER_UP, up->index };
      else if (out != NULL)
        fabrics[i] = (WeftBundleFabric) { WEFT_LAYER_OUT, out->index };
    }
  weft_graph_names_clear (&names);
  return fabrics;
}
