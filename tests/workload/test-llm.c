/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs of language models: how many tasks, sums against closed forms for every model of the catalog, what is
 * joined and what waits for what, what ranks hold, and which parameters are refused. */
#include <math.h>

#include "base/weft-random.h"
#include "llm-fixture.h"
#include "workload/weft-llm-graph-private.h"

/* --- counts --- */

static void
test_counts (void)
{
  /* CHASE, section 7.6. */
  g_assert_cmpuint (llm_count ("{'tp':64}"), ==, 25729);
  g_assert_cmpuint (llm_count ("{'tp':8,'pp':5}"), ==, 3249);
  /* 80 layers on stages that do not divide them. */
  g_assert_cmpuint (llm_count ("{'tp':2,'pp':3}"), ==, 2 * 402 + 2 * 2 + 1);
  g_assert_cmpuint (llm_count ("{'tp':1,'pp':80}"), ==, 402 + 79 + 1);
  g_assert_cmpuint (llm_count ("{'tp':1}"), ==, 403);
  g_assert_cmpuint (llm_count ("{'tp':8,'pp':5,'dp':3,'batch':3}"), ==, 3 * 3248 + 1);
  g_assert_cmpuint (llm_count ("{'phase':'decode','tp':8,'pp':5}"), ==, 3249);
  g_assert_cmpuint (llm_count ("{'phase':'decode','tp':8,'pp':5,'new_tokens':4,'microbatches':2,'batch':2}"), ==,
                    8 * 3248 + 1);
  g_assert_cmpuint (llm_count ("{'model':'mixtral-8x7b','tp':8,'pp':5}"), ==, 8 * 162 + 8 * 4 + 1);
  g_assert_cmpuint (llm_count ("{'model':'deepseek-v3','tp':4,'pp':2}"), ==, 4 * 307 + 4 + 1);
}

/* --- sums --- */

static void
test_sums (void)
{
  GListModel *models = weft_catalog_list (llm_catalog (), WEFT_RECORD_MODEL);

  g_assert_cmpuint (g_list_model_get_n_items (models), >=, 15);
  for (guint i = 0; i < g_list_model_get_n_items (models); i++)
    {
      g_autoptr (WeftRecord) record = g_list_model_get_item (models, i);
      const char *id = weft_record_get_id (record);
      g_autoptr (WeftTaskGraph) prefill
        = llm_make_for (id, "'tp':1,'pp':2,'batch':3,'prompt_tokens':1500,'logits':'all'");
      g_autoptr (WeftTaskGraph) last = llm_make_for (id, "'tp':1,'batch':3,'prompt_tokens':1500");
      g_autoptr (WeftTaskGraph) pieces = llm_make_for (id, "'tp':1,'batch':3,'prompt_tokens':1500,'microbatches':2");
      g_autoptr (WeftTaskGraph) decode = llm_make_for (id, "'phase':'decode','tp':1,'batch':3,'prompt_tokens':1500");
      WeftLlmShape shape;

      llm_get_shape (id, &shape);
      /* Without attention that is 2 × active parameters but the embedding's for each token. */
      g_assert_cmpfloat (llm_closed_form (&shape, 3, 1500, 0, 4500) - llm_attention (&shape, 3, 1500, 0), ==,
                         2 * 4500 * (weft_llm_active_params (&shape) - weft_llm_embedding_params (&shape)
                                     + (shape.tied_embeddings ? shape.vocab * shape.hidden : 0)));
      llm_assert_flops (prefill, llm_closed_form (&shape, 3, 1500, 0, 4500), id);
      llm_assert_flops (last, llm_closed_form (&shape, 3, 1500, 0, 3), id);
      llm_assert_flops (pieces, llm_closed_form (&shape, 3, 1500, 0, 3), id);
      llm_assert_flops (decode, llm_closed_form (&shape, 3, 1, 1500, 3), id);
    }
}

/* Where heads, widths and words divide, ranks do the same work together; norms and routers are done by each. */
static void
test_sums_of_ranks (void)
{
  g_autoptr (WeftTaskGraph) graph = llm_make ("{'tp':8,'pp':5,'batch':2,'prompt_tokens':512}");
  WeftLlmShape shape;
  double norms = 2 * 1024 * 80 * 2 * 8192.0 + 2 * 2 * 8192.0;

  llm_get_shape ("llama-3.1-70b", &shape);
  llm_assert_flops (graph, llm_closed_form (&shape, 2, 512, 0, 2) + 7 * norms, "8 ranks");
}

/* --- what is joined, and what waits for what --- */

static void
test_groups (void)
{
  g_autoptr (WeftTaskGraph) graph = llm_make ("{'tp':8,'pp':5}");
  guint32 n_reduces = 0;

  /* One for the embedding and two a layer, of 8 ranks each. */
  g_assert_cmpuint (graph->n_groups, ==, 161);
  for (guint32 g = 0; g < graph->n_groups; g++)
    g_assert_cmpuint (graph->first_member[g + 1] - graph->first_member[g], ==, 8);
  for (guint32 t = 0; t < graph->n_tasks; t++)
    {
      const WeftTaskKind *kind = &graph->kinds[graph->kind[t]];

      g_assert_cmpint (kind->comm == WEFT_COMM_ALL_REDUCE, ==, graph->group[t] != WEFT_TASK_NONE);
      n_reduces += kind->comm == WEFT_COMM_ALL_REDUCE;
      if (kind->comm == WEFT_COMM_ALL_REDUCE)
        g_assert_cmpfloat (kind->comm_bytes, ==, 1024 * 8192 * 2);
    }
  g_assert_cmpuint (n_reduces, ==, 161 * 8);
}

/* But for the source, tasks wait for tasks of their own rank alone. */
static void
test_own_rank (void)
{
  static const char *const params[] = {
    "{'tp':4,'pp':3}", "{'model':'deepseek-v3','tp':4,'pp':3,'phase':'decode','new_tokens':2}",
    "{'model':'llama-3.1-8b','phase':'training','tp':4,'pp':2,'dp':2,'batch':8,'microbatches':4}",
  };

  for (guint p = 0; p < G_N_ELEMENTS (params); p++)
    {
      g_autoptr (WeftTaskGraph) graph = llm_make (params[p]);

      for (guint32 t = 1; t < graph->n_tasks; t++)
        {
          g_assert_cmpuint (graph->first_pred[t + 1] - graph->first_pred[t], >=, 1);
          for (guint32 e = graph->first_pred[t]; e < graph->first_pred[t + 1]; e++)
            if (graph->pred[e] != 0)
              g_assert_cmpuint (graph->ordinal[graph->pred[e]], ==, graph->ordinal[t]);
        }
    }
}

/* Only sends hand a rank's work to another stage; the tasks of a collective are of one stage. */
static void
test_ranks (void)
{
  g_autoptr (WeftTaskGraph) graph = llm_make_for ("llama-3.1-8b", "'tp':4,'pp':3,'dp':2,'batch':2");
  guint32 most = 0;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      most = MAX (most, graph->rank[i]);
      for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
        {
          guint32 before = graph->pred[e];

          if (g_str_equal (weft_task_graph_kernel (graph, before), "send"))
            g_assert_cmpuint (graph->rank[i], ==, graph->rank[before] + 4);
          else if (!g_str_equal (weft_task_graph_kernel (graph, before), "source"))
            g_assert_cmpuint (graph->rank[i], ==, graph->rank[before]);
        }
    }
  g_assert_cmpuint (most, ==, 4 * 3 * 2 - 1);
  for (guint32 g = 0; g < graph->n_groups; g++)
    for (guint32 m = graph->first_member[g]; m < graph->first_member[g + 1]; m++)
      g_assert_cmpuint (graph->rank[graph->member[m]] / 4, ==, graph->rank[graph->member[graph->first_member[g]]] / 4);
}

static void
test_edges (void)
{
  const double stream = 100 * 8192 * 2;
  g_autoptr (WeftTaskGraph) graph = llm_make ("{'tp':8,'pp':5,'prompt_tokens':100}");

  llm_assert_edge (graph, "source", "embedding@7", 400);
  llm_assert_edge (graph, "embedding@7", "layer0.attention@7", stream);
  llm_assert_edge (graph, "layer12.attention@3", "layer12.projection@3", 100 * 8 * 128 * 2);
  llm_assert_edge (graph, "layer12.projection@3", "layer12.attention_reduce@3", stream);
  llm_assert_edge (graph, "layer12.attention_reduce@3", "layer12.feed_forward@3", stream);
  llm_assert_edge (graph, "layer12.feed_forward@3", "layer12.block_reduce@3", stream);
  llm_assert_edge (graph, "layer12.block_reduce@3", "layer13.attention@3", stream);
  llm_assert_edge (graph, "layer15.block_reduce@0", "layer15.send@0", stream);
  llm_assert_edge (graph, "layer15.send@0", "layer16.attention@0", stream);
  llm_assert_edge (graph, "layer79.block_reduce@0", "head@0", stream);
}

static void
test_moe_edges (void)
{
  g_autoptr (WeftTaskGraph) graph
    = llm_make ("{'model':'deepseek-v3','phase':'decode','tp':2,'pp':2,'new_tokens':2,'batch':4,'microbatches':2}");

  llm_assert_edge (graph, "step0.m1.layer3.attention@1", "step0.m1.layer3.attention_reduce@1", 2 * 7168 * 2);
  llm_assert_edge (graph, "step0.m1.layer3.attention_reduce@1", "step0.m1.layer3.router@1", 2 * 7168 * 2);
  llm_assert_edge (graph, "step0.m1.layer3.router@1", "step0.m1.layer3.experts@1", 2 * 7168 * 2);
  llm_assert_edge (graph, "step0.m1.layer3.experts@1", "step0.m1.layer3.block_reduce@1", 2 * 7168 * 2);
  llm_assert_edge (graph, "step0.m1.layer2.feed_forward@1", "step0.m1.layer2.block_reduce@1", 2 * 7168 * 2);
  /* The next token follows from the one before. */
  llm_assert_edge (graph, "step0.m1.head@0", "step1.m1.embedding@0", 2 * 4);
}

/* Every name is there once. */
static void
test_names (void)
{
  g_autoptr (WeftTaskGraph) graph
    = llm_make ("{'model':'llama-3.1-8b','phase':'training','tp':2,'pp':2,'dp':2,'batch':4,'microbatches':2}");
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 t = 0; t < graph->n_tasks; t++)
    g_assert_true (g_hash_table_add (names, weft_task_graph_task_name (graph, t)));
  g_assert_cmpstr (graph->name, ==, "Llama-3.1-8B training TP2 PP2 DP2");
  g_assert_true (g_str_has_prefix (graph->source, "llm: model llama-3.1-8b, "));
  g_assert_cmpuint (graph->n_kinds, <, 40);
}

/* --- what ranks hold --- */

static void
test_regions (void)
{
  g_autoptr (WeftTaskGraph) graph
    = llm_make ("{'phase':'decode','tp':8,'pp':5,'batch':16,'prompt_tokens':2000,'new_tokens':48}");
  g_autoptr (WeftTaskGraph) tied = llm_make ("{'model':'gemma-2-27b','tp':1,'batch':2,'prompt_tokens':6000}");
  g_autoptr (WeftTaskGraph) apart = llm_make ("{'model':'gemma-2-27b','tp':1,'pp':2,'batch':2,'prompt_tokens':6000}");
  guint32 task = fixture_find (graph, "step0.layer12.feed_forward@3");
  g_autofree char *name = weft_task_graph_region_name (graph, graph->region[task]);
  guint32 attention = fixture_find (graph, "step47.layer12.attention@3");
  g_autofree char *cache = weft_task_graph_region_name (graph, graph->region[attention]);
  WeftLlmShape llama, gemma;

  llm_get_shape ("llama-3.1-70b", &llama);
  llm_get_shape ("gemma-2-27b", &gemma);
  g_assert_cmpstr (name, ==, "layer12@3");
  g_assert_cmpstr (cache, ==, "kv12@3");
  g_assert_cmpuint (graph->n_regions, ==, 8 * 82 + 8 * 80);
  g_assert_cmpuint (graph->region[task], ==, graph->region[fixture_find (graph, "step47.layer12.projection@3")]);
  g_assert_cmpuint (graph->region[attention], ==, graph->region[fixture_find (graph, "step0.layer12.attention@3")]);
  /* A token of 16 sequences, and the 2047 before it: a KV head of 128 on each rank, in 16 bits. */
  g_assert_cmpfloat (graph->kinds[graph->kind[attention]].region_bytes_written, ==, 16 * 512);
  g_assert_cmpfloat (graph->kinds[graph->kind[attention]].region_bytes_read, ==, 2047.0 * 16 * 512);
  g_assert_cmpfloat (graph->regions[graph->region[attention]].bytes, ==, 2048.0 * 16 * 512);
  g_assert_cmpuint (graph->region[fixture_find (graph, "step0.layer12.block_reduce@3")], ==, WEFT_TASK_NONE);
  /* Each rank has the 161 norms, the others' 7/8 of which are extra. */
  g_assert_cmpfloat (llm_sum_regions (graph), ==,
                     2 * (weft_llm_params (&llama) + 7 * 161 * 8192) + 16 * weft_llm_kv_bytes (&llama, 2048, 2));
  /* One stage holds a tied table once, two hold it twice. */
  g_assert_cmpfloat (llm_sum_regions (tied), ==, 2 * weft_llm_params (&gemma) - 2 * gemma.hidden
                                               + 2 * weft_llm_kv_bytes (&gemma, 6000, 2));
  g_assert_cmpfloat (llm_sum_regions (apart) - llm_sum_regions (tied), ==, 2 * (gemma.vocab + 1) * gemma.hidden);
}

/* Whatever they are, parameters that fit together make as many tasks as the formula says, which all can run. */
static void
test_any (void)
{
  static const char *const ids[] = { "llama-3.1-8b", "gpt3-13b", "gemma-4-26b-a4b", "qwen3.5-27b", "deepseek-v3" };
  static const char *const phases[] = { "prefill", "decode", "training" };
  WeftRandom random;

  weft_random_init (&random, 7, 0);
  for (guint i = 0; i < 60; i++)
    {
      guint dp = 1 + weft_random_below (&random, 3), microbatches = 1 + weft_random_below (&random, 4);
      WeftLlmJob job = {
        .tp = 1 + weft_random_below (&random, 5),
        .pp = 1 + weft_random_below (&random, 7),
        .dp = dp,
        .microbatches = microbatches,
        .batch = dp * microbatches + weft_random_below (&random, 9),
        .prompt = 1 + weft_random_below (&random, 2000),
        .new_tokens = 1 + weft_random_below (&random, 3),
      };
      const char *id = ids[weft_random_below (&random, G_N_ELEMENTS (ids))];
      guint phase = weft_random_below (&random, 3);
      g_autofree char *params
        = g_strdup_printf ("{'model':'%s','phase':'%s','tp':%u,'pp':%u,'dp':%u,'microbatches':%u,'batch':%u,"
                           "'prompt_tokens':%u,'new_tokens':%u,'schedule':'%s'}",
                           id, phases[phase], job.tp, job.pp, job.dp, job.microbatches, job.batch, job.prompt,
                           job.new_tokens, i % 2 == 0 ? "1f1b" : "gpipe");
      g_autoptr (WeftTaskGraph) graph = llm_make (params);
      g_autofree guint32 *order = weft_task_graph_sort (graph);
      WeftLlmShape shape;

      llm_get_shape (id, &shape);
      job.is_decode = phase == 1;
      job.is_training = phase == 2;
      g_assert_cmpfloat (graph->n_tasks, ==, weft_llm_graph_n_tasks (&shape, &job));
      g_assert_cmpuint (graph->n_edges, <=, 3 * graph->n_tasks);
      g_assert_nonnull (order);
    }
}

/* --- notes and refusals --- */

static void
assert_note (const char *params, const char *words)
{
  g_autoptr (WeftTaskGraph) graph = llm_make (params);

  for (guint i = 0; graph->notes != NULL && graph->notes[i] != NULL; i++)
    if (strstr (graph->notes[i], words) != NULL)
      return;
  g_error ("%s: no note says “%s”", params, words);
}

static void
test_notes (void)
{
  g_autoptr (WeftTaskGraph) plain = llm_make ("{'tp':8,'pp':5}");

  g_assert_true (plain->notes == NULL || plain->notes[0] == NULL);
  assert_note ("{'tp':64}", "8 KV heads on 64 tensor ranks: each is held by 8 of them");
  assert_note ("{'tp':48}", "64 query heads do not divide among 48 tensor ranks: each counts with 2");
  assert_note ("{'tp':128}", "64 query heads do not divide among 128 tensor ranks: each counts with 1");
  assert_note ("{'tp':3}", "8 KV heads do not divide among 3 tensor ranks: each counts with 3");
  assert_note ("{'tp':8,'pp':3}", "80 layers do not divide among 3 stages: some have 26, others 27");
  assert_note ("{'model':'deepseek-v3','tp':2}", "each of the 2 tensor ranks holds it whole");
  assert_note ("{'model':'gemma-3-27b','tp':2}", "Assumed of the model: layer_types");
  assert_note ("{'model':'gpt-oss-120b','tp':2,'phase':'training'}", "published in mxfp4");
}

static const struct
{
  const char *params;
  int code;
  const char *words;
} refused[] = {
  { "{'model':'llama-3.1-70bb'}", WEFT_WORKLOAD_ERROR_INVALID, "is “llama-3.1-70b” meant?" },
  { "{'model':''}", WEFT_WORKLOAD_ERROR_INVALID, "llm: model: " },
  { "{'pp':81}", WEFT_WORKLOAD_ERROR_INVALID, "llm: pp: found 81 stages for 80 layers" },
  { "{'dp':2}", WEFT_WORKLOAD_ERROR_INVALID, "llm: batch: found 1 sequences" },
  { "{'batch':7,'microbatches':4,'dp':2}", WEFT_WORKLOAD_ERROR_INVALID, "microbatches" },
  { "{'prompt_tokens':131073}", WEFT_WORKLOAD_ERROR_INVALID,
    "131,073 tokens, but “Llama-3.1-70B” takes at most 131,072" },
  { "{'model':'gpt3-13b','phase':'decode','prompt_tokens':2048}", WEFT_WORKLOAD_ERROR_INVALID, "at most 2,048" },
  { "{'phase':'training','dtype':'int4'}", WEFT_WORKLOAD_ERROR_INVALID, "“int4”" },
  { "{'phase':'sleeping'}", WEFT_WORKLOAD_ERROR_INVALID, "phase" },
  { "{'tp':0}", WEFT_WORKLOAD_ERROR_INVALID, "tp" },
  { "{'tp':4096,'phase':'decode','new_tokens':100000}", WEFT_WORKLOAD_ERROR_LIMIT, "tasks" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftTaskGraph) graph = llm_try (refused[i].params, &error);

      g_assert_null (graph);
      g_assert_error (error, WEFT_WORKLOAD_ERROR, refused[i].code);
      if (strstr (error->message, refused[i].words) == NULL)
        g_error ("%s: %s", refused[i].params, error->message);
    }
}

/* A file takes the place of the catalog's model, and says the same. */
static void
test_config (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "workload", "hf", "llama-3.1-70b.json", NULL);
  g_autofree char *params = g_strdup_printf ("{'config':'%s','tp':8,'pp':5}", path);
  g_autoptr (WeftTaskGraph) graph = llm_make (params);
  g_autoptr (WeftTaskGraph) same = llm_make ("{'tp':8,'pp':5}");
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (graph->name, ==, "llama prefill TP8 PP5 DP1");
  g_assert_cmpuint (graph->n_tasks, ==, 3249);
  g_assert_cmpuint (graph->n_kinds, ==, same->n_kinds);
  for (guint32 k = 0; k < graph->n_kinds; k++)
    g_assert_cmpfloat (weft_task_graph_kind_flops (graph, k), ==, weft_task_graph_kind_flops (same, k));
  g_assert_cmpfloat (llm_sum_regions (graph), ==, llm_sum_regions (same));

  assert_note (params, "Read of the model: layers 80 (“/num_hidden_layers” of the file), hidden 8192");
  assert_note (params, "Derived of the model: gated_ffn yes (the architecture has it so), head_dim 128");
  g_assert_null (llm_try ("{'config':'/nowhere/config.json'}", &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, "llm: config: "));
}

static void
test_footprint (void)
{
  g_autoptr (WeftTaskGraph) graph = llm_make ("{'tp':64}");
  g_autoptr (WeftTaskGraph) again = llm_make ("{'tp':64}");

  fixture_assert_equal (graph, again);
  g_assert_cmpfloat ((double) weft_task_graph_footprint (graph) / graph->n_tasks, <, FIXTURE_MAX_BYTES_A_TASK);
}

static void
test_cancelled (void)
{
  g_autoptr (JsonNode) node = fixture_parse ("{'phase':'decode','new_tokens':100}");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_generator_make (weft_generator_find ("llm", NULL), json_node_get_object (node), llm_catalog (),
                                      cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm/counts", test_counts);
  g_test_add_func ("/llm/sums", test_sums);
  g_test_add_func ("/llm/sums-of-ranks", test_sums_of_ranks);
  g_test_add_func ("/llm/groups", test_groups);
  g_test_add_func ("/llm/own-rank", test_own_rank);
  g_test_add_func ("/llm/ranks", test_ranks);
  g_test_add_func ("/llm/edges", test_edges);
  g_test_add_func ("/llm/moe-edges", test_moe_edges);
  g_test_add_func ("/llm/names", test_names);
  g_test_add_func ("/llm/regions", test_regions);
  g_test_add_func ("/llm/any", test_any);
  g_test_add_func ("/llm/notes", test_notes);
  g_test_add_func ("/llm/refused", test_refused);
  g_test_add_func ("/llm/config", test_config);
  g_test_add_func ("/llm/footprint", test_footprint);
  g_test_add_func ("/llm/cancelled", test_cancelled);
  return g_test_run ();
}
