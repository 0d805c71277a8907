/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the words of sources lead: each way of naming something that can be opened, and that no word is lost. */
#include "catalog/weft-source-link.h"

#include <string.h>

#include "catalog/weft-catalog.h"
#include "catalog/weft-profile.h"

/* The addresses in order, one in a line. */
static char *
list_uris (const char *source)
{
  g_autoptr (GPtrArray) spans = weft_source_split (source);
  g_autoptr (GString) uris = g_string_new (NULL);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < spans->len; i++)
    {
      const WeftSourceSpan *span = spans->pdata[i];

      g_string_append (all, span->text);
      if (span->uri != NULL)
        g_string_append_printf (uris, "%s%s", uris->len > 0 ? "\n" : "", span->uri);
    }
  g_assert_cmpstr (all->str, ==, source);
  return g_string_free (g_steal_pointer (&uris), FALSE);
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *source;
    const char *uris;
  } cases[] = {
    { "", "" },
    { "Weft's estimate: 12 % of TDP", "" },
    { "ArchAgent, section III-D", "" },
    { "gh:NVIDIA/NeMo; gh:mlcommons/training_results",
      "https://github.com/NVIDIA/NeMo\nhttps://github.com/mlcommons/training_results" },
    { "github:modal-labs/modal-client#2797", "https://github.com/modal-labs/modal-client/issues/2797" },
    { "github:NVIDIA/Megatron-LM@841f789f48", "https://github.com/NVIDIA/Megatron-LM/tree/841f789f48" },
    { "github:microsoft/DeepSpeed@38327e07f docs/code-docs/source/memory.rst",
      "https://github.com/microsoft/DeepSpeed/blob/38327e07f/docs/code-docs/source/memory.rst" },
    { "github:ai-dynamo/aiconfigurator@095f58a GEMM tables (8 shapes of weights, m 1 to 8,192)",
      "https://github.com/ai-dynamo/aiconfigurator/tree/095f58a" },
    { "Dao, arxiv:2307.08691, figures 4 to 7", "https://arxiv.org/abs/2307.08691" },
    { "The rising costs, arXiv 2405.21015", "https://arxiv.org/abs/2405.21015" },
    { "doi:10.1109/5.771073.", "https://doi.org/10.1109/5.771073" },
    { "see https://example.org/a?b=c.", "https://example.org/a?b=c" },
    { "a GB/s over seven chips (hpcg-benchmark.org)", "https://hpcg-benchmark.org" },
    { "together.ai, 2026-03", "https://together.ai" },
    { "release 1.2.2, gb300.yaml and README.md at 0.074 GFLOP/s", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *uris = list_uris (cases[i].source);

      g_assert_cmpstr (uris, ==, cases[i].uris);
    }
}

/* Bytes that are no text are told as they are. */
static void
test_no_text (void)
{
  g_autofree char *uris = list_uris ("gh:NVIDIA/NeMo \xff\xfe");

  g_assert_cmpstr (uris, ==, "");
}

/* Whatever the shipped profile calls a repository or a paper leads there. */
static void
test_profile (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  WeftProfile *profile = catalog != NULL ? weft_catalog_get_profile (catalog, "measured", &error) : NULL;
  g_autoptr (GPtrArray) keys = NULL;
  guint n = 0;

  g_assert_no_error (error);
  keys = weft_profile_list_constants (profile);
  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *uris = NULL;
      WeftValue value;

      g_assert_true (weft_profile_lookup (profile, keys->pdata[i], &value));
      uris = list_uris (value.provenance->source);
      if (strstr (value.provenance->source, "gh:") == NULL && strstr (value.provenance->source, "arxiv:") == NULL)
        continue;
      g_assert_cmpstr (uris, !=, "");
      n++;
    }
  g_assert_cmpuint (n, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source-link/kinds", test_kinds);
  g_test_add_func ("/source-link/no-text", test_no_text);
  g_test_add_func ("/source-link/profile", test_profile);
  return g_test_run ();
}
