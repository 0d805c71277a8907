/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading components: late and from any thread, refused when they contradict themselves, and under
 * what users add. */

#include "catalog/weft-component.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "catalog-fixture.h"

#define N_THREADS 8

#define SOURCED \
  "\"provenance\":[{\"keys\":[\"*\"],\"confidence\":\"datasheet\",\"source\":\"a sheet\"}]"
#define RECORD(values) "{\"id\":\"part-a\",\"name\":\"Part A\",\"values\":{" values "}," SOURCED "}"
#define SWITCH \
  "\"level\":\"rack\",\"type\":\"vertex\",\"entity\":\"Switch.PCIe\",\"origin\":\"product\"," \
  "\"ports\":8"

static WeftCatalog *
load (const char *folder,
      const char *user)
{
  g_autoptr (GError) error = NULL;
  WeftCatalog *catalog = weft_catalog_load (folder, user, &error);

  g_assert_no_error (error);
  g_assert_nonnull (catalog);
  return catalog;
}

static WeftCatalog *
load_real (Fixture *fixture)
{
  return load (g_getenv ("WEFT_CATALOG_DIR"), fixture->user);
}

static const WeftComponent *
find (WeftCatalog *catalog,
      const char  *name)
{
  const WeftComponent *component = weft_component_find (catalog, name);

  if (component == NULL)
    g_error ("there is no component %s", name);
  return component;
}

typedef struct
{
  WeftCatalog *catalog;
  int *waiting;
  const WeftComponent *found;
  WeftRecord *record;
  guint count;
} Asker;

static gpointer
ask (gpointer data)
{
  Asker *asker = data;

  /* All at once, or nearly: the first ones wait for the last. */
  g_atomic_int_add (asker->waiting, -1);
  while (g_atomic_int_get (asker->waiting) > 0)
    g_thread_yield ();

  asker->record = weft_catalog_lookup (asker->catalog, WEFT_RECORD_COMPONENT, "nv-hbi");
  asker->found = weft_component_find (asker->catalog, "NV-HBI");
  asker->count = weft_component_count (asker->catalog);
  return NULL;
}

static void
test_threads (Fixture       *fixture,
              gconstpointer  data)
{
  for (guint round = 0; round < 5; round++)
    {
      g_autoptr (WeftCatalog) catalog = load_real (fixture);
      GThread *threads[N_THREADS];
      Asker askers[N_THREADS];
      int waiting = N_THREADS;

      for (guint i = 0; i < N_THREADS; i++)
        {
          askers[i] = (Asker) { .catalog = catalog, .waiting = &waiting };
          threads[i] = g_thread_new ("asker", ask, &askers[i]);
        }
      for (guint i = 0; i < N_THREADS; i++)
        g_thread_join (threads[i]);
      for (guint i = 0; i < N_THREADS; i++)
        {
          g_assert_cmpuint (askers[i].count, ==, 148);
          g_assert_nonnull (askers[i].found);
          g_assert_true (askers[i].found == askers[0].found);
          g_assert_true (askers[i].found->record == askers[i].record);
        }
      g_assert_cmpstr (weft_catalog_get_problems (catalog)[0], ==, NULL);
    }
}

/* Nothing is read before it is asked for, so a broken component harms no evaluation. */
static void
test_late (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = NULL;
  const char *const *before;

  put (fixture->shipped, "components/part-a.json", RECORD (SWITCH));
  put (fixture->shipped, "components/part-b.json", "{\"id\":");
  catalog = load (fixture->shipped, NULL);
  before = weft_catalog_get_problems (catalog);
  g_assert_cmpstr (before[0], ==, NULL);
  g_assert_true (weft_catalog_load_kind (catalog, WEFT_RECORD_CHIP, NULL));

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, &error));
      g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, "components/part-b.json"));
    }
  g_assert_cmpuint (weft_component_count (catalog), ==, 0);
  g_assert_null (weft_component_find (catalog, "part-a"));
  g_assert_cmpuint (g_list_model_get_n_items (weft_catalog_list (catalog, WEFT_RECORD_COMPONENT)),
                    ==, 0);
  g_assert_nonnull (strstr (weft_catalog_get_problems (catalog)[0], "part-b.json"));
  g_assert_cmpstr (before[0], ==, NULL);
}

static void
test_no_folder (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (fixture->shipped, "components", NULL);
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_rmdir (folder), ==, 0);
  catalog = load (fixture->shipped, fixture->user);
  g_assert_false (weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, &error));
  g_assert_nonnull (strstr (error->message, "WEFT_CATALOG_DIR"));
}

#define LEVEL "\"level\":\"rack\""
#define KIND(type, entity) \
  LEVEL ",\"type\":\"" type "\",\"entity\":\"" entity "\",\"origin\":\"product\""

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    const char *text, *pointer;
  } cases[] = {
    { RECORD (LEVEL), "/values/type" },
    { RECORD ("\"type\":\"link\""), "/values/level" },
    { RECORD ("\"level\":\"pod\",\"type\":\"link\""), "/values/level" },
    { RECORD (LEVEL ",\"type\":\"edge\""), "/values/type" },
    { RECORD (LEVEL ",\"type\":\"vertex\""), "/values/entity" },
    { RECORD (LEVEL ",\"type\":\"vertex\",\"entity\":\"Switch\""), "/values/entity" },
    { RECORD (LEVEL ",\"type\":\"vertex\",\"entity\":\"Switch.\""), "/values/entity" },
    { RECORD (LEVEL ",\"type\":\"vertex\",\"entity\":\"Switch.PCIe\""), "/values/origin" },
    { RECORD (LEVEL ",\"type\":\"vertex\",\"entity\":\"Switch.PCIe\",\"origin\":\"dream\""),
      "/values/origin" },
    { RECORD (KIND ("vertex", "Switch.PCIe")), "/values/ports" },
    { RECORD (KIND ("vertex", "Switch.PCIe") ",\"ports\":null"), "/values/ports" },
    { RECORD (KIND ("vertex", "Switch.PCIe") ",\"ports\":0"), "/values/ports" },
    { RECORD (KIND ("vertex", "Switch.PCIe") ",\"ports\":8.5"), "/values/ports" },
    { RECORD (KIND ("vertex", "Die.Any")), "/values/peak_tflops" },
    { RECORD (KIND ("vertex", "Mem.Any") ",\"capacity_gb\":1"), "/values/bandwidth_gbs" },
    { RECORD (KIND ("vertex", "Chassis.Any")), "/values/u_space" },
    { RECORD (KIND ("link", "Link.Any") ",\"active_w\":1"), "/values/bandwidth_gbs" },
    { RECORD (KIND ("link", "Link.Any") ",\"port_gbps\":1,\"medium\":\"string\""),
      "/values/medium" },
    { RECORD (KIND ("link", "Link.Any") ",\"port_gbps\":1,\"bandwidth_direction\":\"up\""),
      "/values/bandwidth_direction" },
    { RECORD (KIND ("rack", "Rack.Limit") ",\"limit_kw\":40"), "/values/u_space" },
    { RECORD (KIND ("rack", "Rack.Limit") ",\"u_space\":42"), "/values/limit_kw" },
    { RECORD (KIND ("cdu", "Rack.CDU")), "/values/limit_kw" },
    { RECORD (SWITCH ",\"latency_min_ns\":9,\"latency_max_ns\":8"), "/values/latency_min_ns" },
    { RECORD (SWITCH ",\"active_w\":9,\"active_max_w\":8"), "/values/active_w" },
    { RECORD (SWITCH ",\"hop_ns\":9,\"hop_max_ns\":8"), "/values/hop_ns" },
    { RECORD (SWITCH ",\"active_w\":-1"), "/values/active_w" },
    { RECORD (SWITCH ",\"ports_options\":[8,\"many\"]"), "/values/ports_options/1" },
    { RECORD (SWITCH ",\"per_end\":1"), "/values/per_end" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftCatalog) catalog = NULL;

      put (fixture->shipped, "components/part-a.json", cases[i].text);
      catalog = load (fixture->shipped, NULL);
      if (weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, &error))
        g_error ("was taken: %s", cases[i].text);
      g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
      if (strstr (error->message, "components/part-a.json") == NULL
          || strstr (error->message, cases[i].pointer) == NULL)
        g_error ("\"%s\" does not name %s", error->message, cases[i].pointer);
    }
}

/* The same record without a fault, so that the refusals above come from what they break. */
static void
test_taken (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;

  put (fixture->shipped, "components/part-a.json", RECORD (SWITCH ",\"hop_ns\":null"));
  catalog = load (fixture->shipped, NULL);
  g_assert_true (weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (find (catalog, "Part A")->ports, ==, 8);
  g_assert_true (isnan (find (catalog, "part-a")->latency_s));
}

static void
test_user (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autoptr (GPtrArray) outside = NULL;
  const WeftComponent *part;
  const char *const *problems;

  put (fixture->user, "chips/broken.json", "{");
  put (fixture->user, "components/a.json",
       "{\"id\":\"QM9700\",\"values\":{\"price_usd\":28000,\"idle_w\":null}}");
  put (fixture->user, "components/b.json",
       "{\"id\":\"our-cable\",\"values\":{" LEVEL ",\"type\":\"link\","
       "\"entity\":\"Link.AEC_Cable\",\"medium\":\"aec\",\"port_gbps\":800,\"length_max_m\":9}}");
  put (fixture->user, "components/c.json",
       "{\"id\":\"sn5600\",\"values\":{\"active_w\":9000}}");
  put (fixture->user, "components/d.json", "{\"id\":\"new-die\",\"values\":{" LEVEL "}}");
  catalog = load_real (fixture);
  problems = weft_catalog_get_problems (catalog);
  g_assert_cmpuint (g_strv_length ((char **) problems), ==, 1);

  g_assert_true (weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, NULL));
  g_assert_cmpuint (weft_component_count (catalog), ==, 149);
  part = find (catalog, "qm9700");
  g_assert_cmpfloat (part->cost_usd, ==, 28000);
  g_assert_true (isnan (part->idle_w));
  g_assert_cmpfloat (part->active_w, ==, 747);
  part = find (catalog, "our cable");
  g_assert_false (part->is_range);
  g_assert_cmpfloat (part->bw_bytes_s, ==, 100e9);
  outside = weft_component_list_outside (part, weft_component_find_range (catalog, part));
  g_assert_cmpuint (outside->len, ==, 1);
  g_assert_cmpstr (outside->pdata[0], ==, "length_max_m");
  /* The broken ones are out whole and named, and the first answer still stands. */
  g_assert_cmpfloat (find (catalog, "sn5600")->active_w, ==, 940);
  g_assert_null (weft_component_find (catalog, "new-die"));
  g_assert_nonnull (strstr (problems[0], "broken.json"));
  problems = weft_catalog_get_problems (catalog);
  g_assert_cmpuint (g_strv_length ((char **) problems), ==, 3);
  g_assert_nonnull (strstr (problems[0], "broken.json"));
  g_assert_nonnull (strstr (problems[1], "/values/active_w"));
  g_assert_nonnull (strstr (problems[2], "/values/type"));
}

#define ADD(path, function) \
  g_test_add ("/catalog/component-load/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("threads", test_threads);
  ADD ("late", test_late);
  ADD ("no-folder", test_no_folder);
  ADD ("refused", test_refused);
  ADD ("taken", test_taken);
  ADD ("user", test_user);

  return g_test_run ();
}
