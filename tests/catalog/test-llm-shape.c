/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of language models: parameters and KV bytes of every model of the catalog against what its record says, how
 * each value is known, and what is refused. */
#include <math.h>
#include <string.h>

#include "catalog/weft-catalog.h"
#include "catalog/weft-llm-shape.h"
#include "catalog-fixture.h"

/* Records print billions with two digits: what is found has to round to them. */
#define TOLERANCE 0.0051e9

static WeftCatalog *
load_shipped (void)
{
  g_autoptr (GError) error = NULL;
  WeftCatalog *catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

static void
get_shape (WeftCatalog *catalog, const char *id, WeftLlmShape *shape)
{
  g_autoptr (GError) error = NULL;
  WeftRecord *record = weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, id);

  g_assert_nonnull (record);
  weft_llm_shape_init (shape, record, NULL, &error);
  g_assert_no_error (error);
}

static void
assert_near (double found, double expected, const char *id)
{
  if (!(fabs (found - expected) <= TOLERANCE))
    g_error ("%s: %.6g, expected %.6g", id, found, expected);
}

/* The exceptions: the records of Qwen3.5 were counted without the matrices of decay and step and without the
 * convolution of the 48 and 45 linear layers, which are 25.6 and 25.8 million parameters. */
static double
left_out (const WeftLlmShape *shape)
{
  double channels = 2 * shape->linear_k_heads * shape->linear_k_dim + shape->linear_v_heads * shape->linear_v_dim;

  return weft_llm_shape_count_attention (shape, WEFT_LLM_ATTENTION_LINEAR)
         * (2 * shape->hidden * shape->linear_v_heads + 4 * channels);
}

static void
test_params (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  GListModel *models = weft_catalog_list (catalog, WEFT_RECORD_MODEL);
  guint n = g_list_model_get_n_items (models);

  g_assert_cmpuint (n, >=, 15);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (models, i);
      g_autoptr (GError) error = NULL;
      const char *id = weft_record_get_id (record);
      WeftLlmShape shape;

      weft_llm_shape_init (&shape, record, NULL, &error);
      g_assert_no_error (error);
      assert_near (weft_llm_params (&shape) - left_out (&shape),
                   1e9 * weft_record_get_number (record, "computed_params_b"), id);
      assert_near (weft_llm_active_params (&shape) - left_out (&shape),
                   1e9 * weft_record_get_number (record, "computed_active_params_b"), id);
      g_assert_cmpfloat (weft_llm_kv_bytes_per_token (&shape, 2), ==,
                         weft_record_get_number (record, "kv_bytes_per_token_bf16"));
      g_assert_cmpfloat (weft_llm_kv_full_bytes_per_token (&shape, 2), ==,
                         weft_record_get_number (record, "kv_full_bytes_per_token_bf16"));
    }
}

/* Llama 3.1 70B by hand: 80 layers of 2 × 8192² + 2 × 8192 × 1024 + 3 × 8192 × 28672 + 2 × 8192. */
static void
test_layer (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  WeftLlmShape shape;
  WeftLlmLayer layer;

  get_shape (catalog, "llama-3.1-70b", &shape);
  layer = weft_llm_layer (&shape, 79);
  g_assert_cmpfloat (layer.input_params, ==, 8192.0 * 8192 + 2 * 8192.0 * 1024);
  g_assert_cmpfloat (layer.output_params, ==, 8192.0 * 8192);
  g_assert_cmpfloat (weft_llm_layer_params (&shape, &layer), ==, 855654400);
  g_assert_cmpfloat (weft_llm_params (&shape), ==, 80 * 855654400.0 + 2 * 128256.0 * 8192 + 8192);
  g_assert_cmpfloat (weft_llm_params (&shape), ==, weft_llm_active_params (&shape));
  g_assert_true (isinf (layer.window));
}

static void
test_layer_kinds (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  WeftLlmShape shape;

  get_shape (catalog, "gemma-3-27b", &shape);
  g_assert_cmpuint (weft_llm_shape_count_attention (&shape, WEFT_LLM_ATTENTION_SLIDING), ==, 52);
  for (guint i = 0; i < 62; i++)
    g_assert_cmpint (shape.layer[i].attention == WEFT_LLM_ATTENTION_FULL, ==, (i + 1) % 6 == 0);
  /* 10 layers keep 4096 tokens and 52 keep 1024, 2 × 16 × 128 elements each. */
  g_assert_cmpfloat (weft_llm_kv_bytes (&shape, 4096, 2), ==, (10 * 4096.0 + 52 * 1024.0) * 4096 * 2);

  get_shape (catalog, "deepseek-v3", &shape);
  g_assert_cmpuint (weft_llm_shape_count_moe (&shape), ==, 58);
  g_assert_false (shape.layer[2].is_moe);
  g_assert_true (shape.layer[3].is_moe);

  get_shape (catalog, "qwen3.5-27b", &shape);
  g_assert_cmpuint (weft_llm_shape_count_attention (&shape, WEFT_LLM_ATTENTION_LINEAR), ==, 48);
  g_assert_cmpint (shape.layer[3].attention, ==, WEFT_LLM_ATTENTION_FULL);
  g_assert_cmpfloat (weft_llm_layer (&shape, 0).kv_head_elements, ==, 0);
  g_assert_cmpfloat (weft_llm_layer (&shape, 0).state_elements, ==, 128 * 128);
  g_assert_cmpfloat (weft_llm_layer (&shape, 0).input_params, ==,
                     5120.0 * (2 * 2048 + 2 * 6144 + 2 * 48) + 4 * (2 * 2048 + 6144));
}

/* However many of them are full, exactly so many are, and never more than one more in a part than its share. */
static void
test_spread (void)
{
  for (guint n = 1; n <= 40; n++)
    for (guint full = 0; full <= n; full++)
      {
        WeftLlmShape shape = { .layers = n };

        weft_llm_shape_spread (&shape, full, WEFT_LLM_ATTENTION_SLIDING);
        g_assert_cmpuint (weft_llm_shape_count_attention (&shape, WEFT_LLM_ATTENTION_FULL), ==, full);
      }
}

static void
test_facts (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  g_autoptr (GPtrArray) facts = weft_llm_facts_new ();
  WeftLlmShape shape;

  g_assert_true (weft_llm_shape_init (&shape, weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, "qwen3.5-27b"), facts,
                                      NULL));
  g_assert_cmpint (weft_llm_facts_find (facts, "heads")->known, ==, WEFT_LLM_READ);
  g_assert_cmpstr (weft_llm_facts_find (facts, "heads")->value, ==, "24");
  g_assert_cmpint (weft_llm_facts_find (facts, "linear_conv")->known, ==, WEFT_LLM_ASSUMED);
  g_assert_null (weft_llm_facts_find (facts, "experts"));
  g_assert_cmpstr (weft_llm_known_nick (WEFT_LLM_DERIVED), ==, "derived");
  for (guint i = 0; i < facts->len; i++)
    g_assert_cmpstr (((WeftLlmFact *) g_ptr_array_index (facts, i))->why, !=, "");
}

static void
test_dtypes (void)
{
  g_assert_cmpfloat (weft_llm_dtype_bytes ("bf16"), ==, 2);
  g_assert_cmpfloat (weft_llm_dtype_bytes ("mxfp4"), ==, 0.53125);
  g_assert_true (isnan (weft_llm_dtype_bytes ("bf17")));
  g_assert_true (isnan (weft_llm_dtype_bytes (NULL)));
}

#define MODEL(values)                                                                                                  \
  "{\"id\":\"tiny\",\"name\":\"Tiny\",\"aliases\":[],\"notes\":\"\",\"values\":{" values                              \
  "},\"provenance\":[{\"keys\":[\"*\"],\"confidence\":\"estimate\",\"source\":\"test\"}]}"
#define SIZES "\"type\":\"dense\",\"params_b\":1,\"hidden\":64,\"vocab\":100,"

/* Each is a model of the user's; the message has to say @words. */
static const struct
{
  const char *values;
  const char *words; /* (nullable): it is taken */
} models[] = {
  { SIZES "\"layers\":2,\"heads\":4,\"ffn\":128", NULL },
  { SIZES "\"layers\":2,\"heads\":4,\"ffn\":null", "“ffn” is not known" },
  { SIZES "\"layers\":2,\"ffn\":128", "“heads” is not known" },
  { SIZES "\"layers\":0,\"heads\":4,\"ffn\":128", "“layers” is 0" },
  { SIZES "\"layers\":2,\"heads\":4,\"kv_heads\":3,\"ffn\":128", "4 query heads cannot share 3 KV heads" },
  { SIZES "\"layers\":2000,\"heads\":4,\"ffn\":128", "2000 layers are more than the 1024" },
  { SIZES "\"layers\":2,\"heads\":5,\"ffn\":128", "“head_dim” is 12.8" },
  { SIZES "\"layers\":2,\"heads\":4,\"experts\":8,\"experts_per_token\":9,\"moe_ffn\":32",
    "9 experts, but there are 8" },
  { SIZES "\"layers\":2,\"heads\":4,\"experts\":8,\"experts_per_token\":2", "“moe_ffn” is not known" },
  { SIZES "\"layers\":4,\"heads\":4,\"ffn\":128,\"sliding_layers\":2", "“sliding_window” is not known" },
  { SIZES "\"layers\":4,\"heads\":4,\"ffn\":128,\"sliding_layers\":2,\"sliding_window\":8,\"full_attn_layers\":1",
    "“sliding_layers” is 2, which does not go" },
  { SIZES "\"layers\":2,\"heads\":4,\"ffn\":128,\"kv_lora_rank\":16", "“qk_nope_dim” is not known" },
};

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autofree char *text = g_strdup_printf (MODEL ("%s"), models[i].values);
      g_autoptr (WeftCatalog) catalog = NULL;
      g_autoptr (GError) error = NULL;
      WeftRecord *record;
      WeftLlmShape shape;

      put (fixture->user, "models/tiny.json", text);
      catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), fixture->user, &error);
      g_assert_no_error (error);
      record = weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, "tiny");
      g_assert_nonnull (record);
      g_assert_cmpint (weft_llm_shape_init (&shape, record, NULL, &error), ==, models[i].words == NULL);
      if (models[i].words == NULL)
        {
          g_assert_cmpfloat (shape.head_dim, ==, 16);
          g_assert_cmpfloat (shape.kv_heads, ==, 4);
          continue;
        }
      g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
      if (strstr (error->message, models[i].words) == NULL || strstr (error->message, "“tiny”") == NULL)
        g_error ("%s\nlacks: %s", error->message, models[i].words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm-shape/params", test_params);
  g_test_add_func ("/llm-shape/layer", test_layer);
  g_test_add_func ("/llm-shape/layer-kinds", test_layer_kinds);
  g_test_add_func ("/llm-shape/spread", test_spread);
  g_test_add_func ("/llm-shape/facts", test_facts);
  g_test_add_func ("/llm-shape/dtypes", test_dtypes);
  g_test_add ("/llm-shape/refused", Fixture, NULL, set_up, test_refused, tear_down);
  return g_test_run ();
}
