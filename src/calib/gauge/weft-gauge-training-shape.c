/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Language models that training was measured with and that the catalog lacks, and those named by their sizes. */
#include "calib/gauge/weft-gauge-training-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-name.h"

/* Megatron pads GPT-2's vocabulary to a multiple of 128 times the tensor parallelism. */
#define GPT_VOCAB 51200

/* Folded parts of names; the first that is in a name counts. Sizes: the models' papers and configurations. */
static const struct
{
  const char *part;
  double layers;
  double hidden;
  double heads;
  double kv_heads;
  double ffn;
  gboolean gated;
  double vocab;
  double experts;
  double chosen;
} known[] = {
  /* xai-org/grok-1, model.py */
  { "grok1", 64, 6144, 48, 8, 32768, TRUE, 131072, 8, 2 },
  /* arXiv 2307.09288, table 1; meta-llama */
  { "llama27b", 32, 4096, 32, 32, 11008, TRUE, 32000, 0, 0 },
  { "llama213b", 40, 5120, 40, 40, 13824, TRUE, 32000, 0, 0 },
  { "llama270b", 80, 8192, 64, 8, 28672, TRUE, 32000, 0, 0 },
  /* arXiv 2407.21783, table 3 */
  { "llama38b", 32, 4096, 32, 8, 14336, TRUE, 128256, 0, 0 },
  { "llama3.18b", 32, 4096, 32, 8, 14336, TRUE, 128256, 0, 0 },
  { "llama370b", 80, 8192, 64, 8, 28672, TRUE, 128256, 0, 0 },
  { "llama3.170b", 80, 8192, 64, 8, 28672, TRUE, 128256, 0, 0 },
  { "llama3.1405b", 126, 16384, 128, 8, 53248, TRUE, 128256, 0, 0 },
  /* arXiv 2402.16819, table 1; arXiv 2406.11704, table 1; NVIDIA/NeMo, configurations of Nemotron-3 */
  { "nemotron415b", 32, 6144, 48, 8, 24576, FALSE, 256000, 0, 0 },
  { "nemotron4340b", 96, 18432, 96, 8, 73728, FALSE, 256000, 0, 0 },
  { "nemotron340b", 96, 18432, 96, 8, 73728, FALSE, 256000, 0, 0 },
  { "nemotron8b", 32, 4096, 32, 32, 16384, FALSE, 256000, 0, 0 },
  { "nemotron22b", 40, 6144, 48, 48, 24576, FALSE, 256000, 0, 0 },
  /* mosaicml/llm-foundry, configurations of MPT */
  { "mpt760m", 24, 1536, 12, 12, 6144, FALSE, 50368, 0, 0 },
  { "mpt125m", 12, 768, 12, 12, 3072, FALSE, 50368, 0, 0 },
  { "mpt350m", 24, 1024, 16, 16, 4096, FALSE, 50368, 0, 0 },
  { "mpt1b", 24, 2048, 16, 16, 8192, FALSE, 50368, 0, 0 },
  { "mpt3b", 32, 2560, 20, 20, 10240, FALSE, 50368, 0, 0 },
  { "mpt7b", 32, 4096, 32, 32, 16384, FALSE, 50368, 0, 0 },
  { "mpt13b", 40, 5120, 40, 40, 20480, FALSE, 50368, 0, 0 },
  { "mpt30b", 48, 7168, 64, 64, 28672, FALSE, 50368, 0, 0 },
  { "mpt70b", 80, 8192, 64, 64, 32768, FALSE, 50368, 0, 0 },
  /* arXiv 2205.05198, table 3 */
  { "megatron22b", 48, 6144, 64, 64, 24576, FALSE, GPT_VOCAB, 0, 0 },
  { "mtnlg530b", 105, 20480, 128, 128, 81920, FALSE, GPT_VOCAB, 0, 0 },
  { "gpt1t", 128, 25600, 160, 160, 102400, FALSE, GPT_VOCAB, 0, 0 },
  /* NVIDIA/NeMo, configurations of GPT-3 */
  { "gpt35b", 24, 4096, 32, 32, 16384, FALSE, GPT_VOCAB, 0, 0 },
  { "gpt5b", 24, 4096, 32, 32, 16384, FALSE, GPT_VOCAB, 0, 0 },
  { "gpt320b", 44, 6144, 48, 48, 24576, FALSE, GPT_VOCAB, 0, 0 },
  { "gpt3175b", 96, 12288, 96, 96, 49152, FALSE, GPT_VOCAB, 0, 0 },
  { "gpt175b", 96, 12288, 96, 96, 49152, FALSE, GPT_VOCAB, 0, 0 },
  { "nemomegatron", 96, 12288, 96, 96, 49152, FALSE, GPT_VOCAB, 0, 0 },
};

/* Heads of arXiv 2104.04473, table 1, by hidden size. */
static const struct
{
  double hidden;
  double heads;
} gpt_heads[] = {
  { 2304, 24 }, { 3072, 32 }, { 4096, 32 }, { 6144, 48 }, { 8192, 64 }, { 10240, 80 }, { 12288, 96 }, { 16384, 128 },
  { 20480, 128 }, { 25600, 160 },
};

static void
set_dense (WeftLlmShape *shape,
           double        layers,
           double        hidden,
           double        heads)
{
  memset (shape, 0, sizeof *shape);
  shape->layers = layers;
  shape->hidden = hidden;
  shape->heads = heads;
  shape->kv_heads = heads;
  shape->head_dim = hidden / heads;
  shape->ffn = 4 * hidden;
  shape->vocab = GPT_VOCAB;
  g_strlcpy (shape->native_dtype, "bf16", sizeof shape->native_dtype);
}

static void
set_known (WeftLlmShape *shape,
           guint         index)
{
  set_dense (shape, known[index].layers, known[index].hidden, known[index].heads);
  shape->kv_heads = known[index].kv_heads;
  shape->ffn = known[index].ffn;
  shape->gated_ffn = known[index].gated;
  shape->vocab = known[index].vocab;
  if (known[index].experts == 0)
    return;
  shape->experts = known[index].experts;
  shape->experts_per_token = known[index].chosen;
  shape->moe_ffn = known[index].ffn;
  for (guint i = 0; i < (guint) shape->layers; i++)
    shape->layer[i].is_moe = TRUE;
}

/* "GPT-1.7B 2304x24L": hidden size and layers. */
static gboolean
take_sizes (const char   *name,
            WeftLlmShape *shape)
{
  for (const char *word = strchr (name, ' '); word != NULL; word = strchr (word + 1, ' '))
    {
      char *end;
      double hidden = g_ascii_strtod (word + 1, &end);
      double layers = *end == 'x' ? g_ascii_strtod (end + 1, &end) : 0;

      if (*end != 'L' || !(layers >= 1 && layers <= WEFT_LLM_MAX_LAYERS))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (gpt_heads); i++)
        if (gpt_heads[i].hidden == hidden)
          {
            set_dense (shape, layers, hidden, gpt_heads[i].heads);
            return TRUE;
          }
    }
  return FALSE;
}

/* "GPT h1024 L24 a16" */
static gboolean
take_tokens (const char   *name,
             WeftLlmShape *shape)
{
  double hidden, layers, heads;

  if (!weft_gauge_token (name, "h", &hidden) || !weft_gauge_token (name, "L", &layers)
      || !weft_gauge_token (name, "a", &heads))
    return FALSE;
  if (!(hidden >= 1 && heads >= 1 && layers >= 1 && layers <= WEFT_LLM_MAX_LAYERS))
    return FALSE;
  set_dense (shape, layers, hidden, heads);
  return TRUE;
}

static gboolean
take_record (WeftRecord   *record,
             WeftLlmShape *shape)
{
  g_autofree char *lack = NULL;

  if (!weft_llm_shape_init (shape, record, NULL, NULL))
    return FALSE;
  lack = weft_llm_shape_lack (shape);
  return lack == NULL;
}

/* By a name of it, else the model whose id stands in the name: "DeepSeek V3 671b". */
static gboolean
take_catalog (WeftCatalog  *catalog,
              const char   *name,
              const char   *folded,
              WeftLlmShape *shape)
{
  GListModel *models = weft_catalog_list (catalog, WEFT_RECORD_MODEL);
  WeftRecord *record = weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, name);

  for (guint i = 0; record == NULL && i < g_list_model_get_n_items (models); i++)
    {
      g_autoptr (WeftRecord) model = g_list_model_get_item (models, i);
      g_autofree char *id = weft_name_fold (weft_record_get_id (model));

      if (strstr (folded, id) != NULL)
        record = model;
    }
  return record != NULL && take_record (record, shape);
}

gboolean
weft_gauge_training_shape (WeftCatalog  *catalog,
                           const char   *name,
                           WeftLlmShape *shape)
{
  g_autofree char *folded = weft_name_fold (name);

  if (take_sizes (name, shape) || take_tokens (name, shape))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (folded, known[i].part) != NULL)
      {
        set_known (shape, i);
        return TRUE;
      }
  return take_catalog (catalog, name, folded, shape);
}
