/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language model of a workload: a workload says a few of its sizes, the measured equations need all of them. */
#include "model/measured/weft-measured-private.h"

#include <math.h>

/* A model is meant when its parameters are this near to the workload's, which are often rounded. */
#define NEAR_PARAMS 0.05

/* Of models without a record: what most of them have had since Llama 3. */
#define USUAL_VOCAB 128256.0

static gboolean
is_meant (const WeftLlmShape     *shape,
          const WeftWorkloadSpec *spec)
{
  double params = weft_llm_params (shape);

  return shape->layers == spec->llm_layers && shape->hidden == spec->llm_hidden && shape->kv_heads == spec->llm_kv_heads
         && shape->head_dim == spec->llm_head_dim && fabs (params / spec->llm_params - 1) <= NEAR_PARAMS;
}

static gboolean
is_nearer (const WeftLlmShape     *shape,
           const WeftLlmShape     *other,
           const WeftWorkloadSpec *spec)
{
  return fabs (weft_llm_params (shape) - spec->llm_params) < fabs (weft_llm_params (other) - spec->llm_params);
}

/* Blocks of three matrices as wide as the parameters allow; the vocabulary gives way in small models. */
static void
make_shape (WeftLlmShape           *shape,
            const WeftWorkloadSpec *spec)
{
  double hidden = spec->llm_hidden;
  double heads = MAX (1, round (hidden / MAX (1, spec->llm_head_dim)));
  double attention, rest, vocab;

  heads = MAX (spec->llm_kv_heads, ceil (heads / spec->llm_kv_heads) * spec->llm_kv_heads);
  attention = 2 * hidden * spec->llm_head_dim * (heads + spec->llm_kv_heads) + 2 * hidden;
  vocab = MIN (USUAL_VOCAB, MAX (1, floor (0.25 * spec->llm_params / (2 * hidden))));
  rest = (spec->llm_params - 2 * vocab * hidden) / spec->llm_layers - attention;

  *shape = (WeftLlmShape) {
    .layers = MIN (MAX (1, round (spec->llm_layers)), WEFT_LLM_MAX_LAYERS),
    .hidden = hidden,
    .heads = heads,
    .kv_heads = spec->llm_kv_heads,
    .head_dim = spec->llm_head_dim,
    .ffn = MAX (1, round (rest / (3 * hidden))),
    .vocab = vocab,
    .gated_ffn = TRUE,
    .native_dtype = "bf16",
  };
}

static void
free_shapes (gpointer data)
{
  g_ptr_array_unref (data);
}

/* Of all models of a catalog that are whole: read once, since questions of what would be if ask thousands of times. */
static GPtrArray *
list_shapes (WeftCatalog *catalog)
{
  static GMutex lock;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  GQuark quark = g_quark_from_static_string ("weft-measured-shapes");
  GPtrArray *shapes = g_object_get_qdata (G_OBJECT (catalog), quark);
  GListModel *models = weft_catalog_list (catalog, WEFT_RECORD_MODEL);

  if (shapes != NULL)
    return shapes;

  shapes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < g_list_model_get_n_items (models); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (models, i);
      g_autofree WeftLlmShape *shape = g_new0 (WeftLlmShape, 1);

      if (weft_llm_shape_init (shape, record, NULL, NULL))
        g_ptr_array_add (shapes, g_steal_pointer (&shape));
    }
  g_object_set_qdata_full (G_OBJECT (catalog), quark, shapes, free_shapes);
  return shapes;
}

gboolean
weft_measured_find_shape (WeftLlmShape           *shape,
                          WeftCatalog            *catalog,
                          const WeftWorkloadSpec *spec,
                          GError                **error)
{
  GPtrArray *shapes = list_shapes (catalog);
  g_autofree char *lack = NULL;
  const WeftLlmShape *nearest = NULL;

  for (guint i = 0; i < shapes->len; i++)
    if (is_meant (shapes->pdata[i], spec) && (nearest == NULL || is_nearer (shapes->pdata[i], nearest, spec)))
      nearest = shapes->pdata[i];
  if (nearest != NULL)
    {
      *shape = *nearest;
      return TRUE;
    }

  make_shape (shape, spec);
  lack = weft_llm_shape_lack (shape);
  if (lack == NULL)
    return TRUE;
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, "The workload's language model cannot be: %s",
               lack);
  return FALSE;
}
