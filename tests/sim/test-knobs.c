/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs of communication: what is read, and what is refused where. */
#include <math.h>

#include "base/weft-json.h"
#include "sim/weft-sim-knobs.h"

static GArray *
take (const char *text, GError **error)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (JsonNode) node = weft_json_parse (quoted, -1, "test", NULL, error);

  g_assert_nonnull (node);
  return weft_sim_comm_knobs_read (node, error);
}

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) knobs
    = take ("{'format':'weft-knobs/1','knobs':[],'comm':[{},{'comm':'all_to_all','algorithm':'ring','ranks':8,"
            "'across':false,'from_bytes':10,'to_bytes':20,'efficiency':0.5,'launch_s':1e-5},{'across':true}]}",
            &error);
  const WeftSimCommKnob *knob;

  g_assert_no_error (error);
  g_assert_cmpuint (knobs->len, ==, 3);
  knob = &g_array_index (knobs, WeftSimCommKnob, 0);
  g_assert_cmpint (knob->comm, ==, -1);
  g_assert_cmpint (knob->algorithm, ==, WEFT_SIM_ALGORITHM_AUTO);
  g_assert_cmpint (knob->across, ==, -1);
  g_assert_cmpuint (knob->n_ranks, ==, 0);
  g_assert_true (knob->min_bytes == 0 && isinf (knob->max_bytes) && knob->efficiency == 1 && knob->launch_s == 0);
  knob = &g_array_index (knobs, WeftSimCommKnob, 1);
  g_assert_cmpint (knob->comm, ==, WEFT_SIM_ALL_TO_ALL);
  g_assert_cmpint (knob->algorithm, ==, WEFT_SIM_ALGORITHM_RING);
  g_assert_cmpint (knob->across, ==, 0);
  g_assert_cmpuint (knob->n_ranks, ==, 8);
  g_assert_true (knob->min_bytes == 10 && knob->max_bytes == 20 && knob->efficiency == 0.5 && knob->launch_s == 1e-5);
  g_assert_cmpint (g_array_index (knobs, WeftSimCommKnob, 2).across, ==, 1);
}

static void
test_none (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) knobs = take ("{'knobs':[]}", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (knobs->len, ==, 0);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "{'format':'weft-knobs/9'}", "weft-knobs/1" },
    { "{'comm':{}}", "an array" },
    { "{'comm':[{'com':'send'}]}", "did you mean “comm”" },
    { "{'comm':[{'comm':'allreduce'}]}", "/comm/0/comm" },
    { "{'comm':[{'algorithm':'best'}]}", "/comm/0/algorithm" },
    { "{'comm':[{'ranks':0}]}", "/comm/0/ranks" },
    { "{'comm':[{'across':1}]}", "/comm/0/across" },
    { "{'comm':[{'from_bytes':-1}]}", "/comm/0/from_bytes" },
    { "{'comm':[{'from_bytes':5,'to_bytes':5}]}", "/comm/0/to_bytes" },
    { "{'comm':[{},{'efficiency':0}]}", "/comm/1/efficiency" },
    { "{'comm':[{'efficiency':1.5}]}", "found the number 1.5" },
    { "{'comm':[{'launch_s':20}]}", "seconds from 0 to 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (take (cases[i].text, &error));
      if (strstr (error->message, cases[i].message) == NULL)
        g_error ("found “%s”, expected “%s”", error->message, cases[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-knobs/read", test_read);
  g_test_add_func ("/sim-knobs/none", test_none);
  g_test_add_func ("/sim-knobs/refused", test_refused);
  return g_test_run ();
}
