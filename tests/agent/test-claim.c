/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The claim checker: a table of sentences as models write them, what holds of any text, and hostile ones. */
#include <math.h>
#include <string.h>

#include "claim-fixture.h"

/* A sentence and its marks: "+" matches, "!" contradicts, "?" unknown, then the number of the evaluation if there is one,
 * then the marked text. */
static const struct
{
  const char *text;
  const char *marks;
} sentences[] = {
  /* the score */
  { "That should bring the score to about 2.1; the last evaluation gave 1.883.", "!9 about 2.1|+9 1.883" },
  { "The score is 9.9.", "!9 9.9" },
  { "The score is 1.9.", "+9 1.9" },
  { "The score is 1.88.", "+9 1.88" },
  { "The score is 1.89.", "!9 1.89" },
  { "We are at a score of about 2.", "+9 about 2" },
  { "Score: 1.8834", "+9 1.8834" },
  { "score=1.883", "+9 1.883" },
  { "The score of evaluation 6 was 1.82.", "+6 1.82" },
  { "The score of evaluation 6 was 1.883.", "!6 1.883" },
  { "Evaluation 9 improved the score from 1.821 to 1.883.", "+6 1.821|+9 1.883" },
  { "Evaluation #6 scored 1.821, evaluation #9 scored 1.883.", "+6 1.821|+9 1.883" },
  { "I expect an overall score of 2.5× after this change.", "!9 2.5×" },
  { "Target: score 3.0", "!9 3.0" },
  { "My aim is a composite above 2.4.", "!9 2.4" },
  { "The score is already above 1.7.", "? 1.7" },
  { "This should land between 1.8 and 1.9 in score.", "+6 1.8|+9 1.9" },
  { "I expect the score to land at 2.2–2.4.", "!9 2.2|? 2.4" },
  { "The weighted score reaches 1,883.", "+9 1,883" },
  { "The weighted score reaches 1,9.", "+9 1,9" },
  { "Der Score liegt bei 2,35.", "? 2,35" },
  { "Now score 9.9 is certain, score 9.9!", "!9 9.9|!9 9.9" },
  { "**Score**: `1.883` (evaluation 9)", "+9 1.883" },
  { "The score rose to 1.883 and power fell to 0.98 MW.", "+9 1.883|+9 0.98 MW" },
  /* workloads */
  { "HPCG reaches 4.77x and FFT 1.34x.", "+9 4.77x|+9 1.34x" },
  { "HPCG reaches 1.34x and FFT 4.77x.", "!9 1.34x|!9 4.77x" },
  { "Training and serving are at 1.67× and 1.62×.", "+9 1.67×|+9 1.62×" },
  { "HPCG, FFT and coupled stand at 4.77x, 1.34x and 2.54x.", "+9 4.77x|+9 1.34x|+9 2.54x" },
  { "A speed-up of 4.77× on HPCG.", "+9 4.77×" },
  { "A speed-up of 6.5× on HPCG.", "!9 6.5×" },
  { "We get 1.34x for FFT, 1.40x for the stencil.", "+9 1.34x|+9 1.40x" },
  { "- Training: 1.67x\n- Serving: 1.72x\n- HPCG: 4.8x", "+9 1.67x|!9 1.72x|+9 4.8x" },
  { "| HPCG | 4.77 | FFT | 1.34 |", "+9 4.77|+9 1.34" },
  { "HPCG is about 5 times faster.", "+9 about 5 times" },
  { "HPCG is about 7 times faster.", "!9 about 7 times" },
  { "The coupled loop improved 2.54-fold.", "+9 2.54-fold" },
  { "HPCG's speed-up was 4.52 in evaluation 6.", "+6 4.52" },
  { "HPCG improves when WSE3s gets 0.05.", "+ 0.05" },
  { "HPCG improves when WSE3s gets 0.07.", "? 0.07" },
  { "Training runs at 12.96 M tokens/s.", "+9 12.96 M tokens/s" },
  { "Training would run at 20 Mtokens/s.", "!9 20 Mtokens/s" },
  { "Decode gives 2.02 Mtokens/s.", "+9 2.02 Mtokens/s" },
  { "Serving gives each user 41 tokens/s/user.", "? 41 tokens/s/user" },
  { "FFT takes 317 µs per transform.", "? 317 µs" },
  { "Training is 71 % compute.", "+9 71 %" },
  { "HPCG spends 62% of its time on latency.", "+9 62%" },
  { "HPCG spends 90% of its time on latency.", "!9 90%" },
  { "HPCG has an intensity of 0.23 FLOP per byte.", "? 0.23" },
  /* power, cost, chips, shares */
  { "Power is 0.98 MW of the 1 MW budget.", "+9 0.98 MW|+ 1 MW" },
  { "The machine draws 0.75 MW in all.", "!9 0.75 MW" },
  { "Each chip draws 1.2 kW.", "? 1.2 kW" },
  { "It costs $50.1M.", "+9 $50.1M" },
  { "It costs 50.1 M$, not $62 million.", "+9 50.1 M$|? $62 million" },
  { "The cost is 70 million USD.", "!9 70 million USD" },
  { "That buys 1,312 chips.", "+9 1,312" },
  { "The system has 2000 chips in total.", "!9 2000" },
  { "B200 .95 + WSE3s .05", "+ .95|+ .05" },
  { "The wafer share can shrink to 2 %.", "? 2 %" },
  { "Give 95 % of the budget to B200.", "+ 95 %" },
  { "\"power_frac\": 0.95", "+ 0.95" },
  /* changes */
  { "The score is up by 0.0621.", "+ 0.0621" },
  { "The score is up by 0.3.", "? 0.3" },
  { "HPCG gains 5.5 %.", "+ 5.5 %" },
  { "HPCG gains 12 %.", "? 12 %" },
  { "+0.06 in the score", "+ +0.06" },
  { "The score improved 3.4 % over evaluation 6.", "+ 3.4 %" },
  { "The score will have improved to 9.9 by then.", "!9 9.9" },
  { "The score went 1.821 → 1.883.", "+6 1.821|+9 1.883" },
  { "Coupled is 2.54× vs 2.12× before.", "+9 2.54×|+6 2.12×" },
  { "I will try 90 % B200 with NVLink5 and a 10 % WSE3s partition.", "? 90 %|? 10 %" },
  { "Serving uses TP 8 and batch 128 at 0.9 utilization.", "? 8|? 128|? 0.9" },
  { "Training has 8192 tokens of context on 64 racks.", "? 8192 tokens|? 64" },
  { "FFT needs 1.5 TB/s of bisection bandwidth.", "? 1.5 TB/s" },
  { "HPCG would gain from 4 chips per domain instead of 8.", "? 4|? 8" },
  { "The score of my next design, with 2 partitions, will tell.", "? 2" },
  /* without a subject */
  { "It gave 1.883 before.", "+9 1.883" },
  { "It gave 3.14 before.", "? 3.14" },
  { "Of 50 evaluations", "+ 50" },
  { "The baseline is 1.0 by definition.", "+ 1.0" },
  /* no figures */
  { "H100, B200, WSE3s, NVLink5, IB-XDR, UEC-800, FP8, BF16, Llama-70B, TP4, D0 and Iter33 are names.", "" },
  { "1. First\n2) Second\n(3) third", "" },
  { "See evaluation 9, evaluations 6 and 9, design 3, step 4, #4 and partition 2.", "" },
  { "A 27-point stencil, 9/50 done, on 2026-11-29 at 10:30, version 1.2.3, v1.2.", "" },
  { "partitions/1/power_frac and partitions[1]", "" },
  { "The 3D torus, the 2nd and 4th of them.", "" },
  { "Nothing to see here.", "" },
  { "", "" },
  /* others' digits */
  { "The score is １．８８ here.", "" },
  { "Score ٣٫١٤", "" },
};

static const char verdicts[] = { [WEFT_CLAIM_MATCHES] = '+', [WEFT_CLAIM_CONTRADICTS] = '!', [WEFT_CLAIM_UNKNOWN] = '?' };

/* (transfer full) */
static char *
print_marks (const char *text,
             GPtrArray  *claims)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < claims->len; i++)
    {
      const WeftClaim *claim = claims->pdata[i];

      g_string_append_printf (out, "%s%c", i > 0 ? "|" : "", verdicts[claim->verdict]);
      if (claim->evaluation > 0)
        g_string_append_printf (out, "%u", claim->evaluation);
      g_string_append_c (out, ' ');
      g_string_append_len (out, text + claim->start, claim->end - claim->start);
    }
  return g_string_free (out, FALSE);
}

static void
test_sentences (void)
{
  g_autoptr (WeftClaimFacts) facts = claim_fixture_facts ();
  guint n_wrong = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autoptr (GPtrArray) claims = weft_claims_check (sentences[i].text, facts);
      g_autofree char *marks = print_marks (sentences[i].text, claims);

      if (!g_str_equal (marks, sentences[i].marks))
        {
          n_wrong++;
          g_test_message ("%s: found %s, expected %s", sentences[i].text, marks, sentences[i].marks);
        }
    }
  g_assert_cmpuint (G_N_ELEMENTS (sentences), >=, 60);
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* Before anything is evaluated nothing can be contradicted. */
static void
test_no_facts (void)
{
  g_autoptr (WeftClaimFacts) facts = weft_claim_facts_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autoptr (GPtrArray) claims = weft_claims_check (sentences[i].text, facts);

      for (guint j = 0; j < claims->len; j++)
        g_assert_cmpint (((WeftClaim *) claims->pdata[j])->verdict, !=, WEFT_CLAIM_CONTRADICTS);
    }
}

static void
test_what (void)
{
  g_autoptr (WeftClaimFacts) facts = claim_fixture_facts ();
  g_autoptr (GPtrArray) claims
      = weft_claims_check ("HPCG reaches 4.77x, power is 0.98 MW, the score will be 2.5.", facts);
  const WeftClaim *claim = claims->pdata[0];

  g_assert_cmpuint (claims->len, ==, 3);
  g_assert_cmpstr (claim->what, ==, "hpcg speed-up");
  g_assert_cmpfloat (claim->actual, ==, 4.7688);
  g_assert_cmpfloat (claim->value, ==, 4.77);
  claim = claims->pdata[1];
  g_assert_cmpstr (claim->what, ==, "power");
  g_assert_cmpfloat_with_epsilon (claim->value, 980000, 1e-6);
  claim = claims->pdata[2];
  g_assert_cmpstr (claim->what, ==, "score");
  g_assert_cmpfloat (claim->actual, ==, 1.8834);
  g_assert_cmpint (claim->verdict, ==, WEFT_CLAIM_CONTRADICTS);
}

static void
assert_ordered (const char *text,
                GPtrArray  *claims)
{
  gsize length = strlen (text);
  guint after = 0;

  g_assert_cmpuint (claims->len, <=, 4096);
  for (guint i = 0; i < claims->len; i++)
    {
      const WeftClaim *claim = claims->pdata[i];

      g_assert_cmpuint (claim->start, >=, after);
      g_assert_cmpuint (claim->end, >, claim->start);
      g_assert_cmpuint (claim->end, <=, length);
      g_assert_cmpint ((guchar) text[claim->start] & 0xc0, !=, 0x80);
      g_assert_cmpint ((guchar) text[claim->end] & 0xc0, !=, 0x80);
      g_assert_true (isfinite (claim->value));
      g_assert_true (claim->verdict == WEFT_CLAIM_UNKNOWN || claim->what != NULL);
      after = claim->end;
    }
}

/* Whatever pieces of such texts come in whatever order. */
static void
test_any_text (void)
{
  static const char *const pieces[]
      = { "score", "HPCG", " ",      "1.883", "9.9",  ".",   ",",  "-",    "×",        "x",      "%",  "\n", "#",
          "$",     "1,312", "between", "and", "e",    "E+9", "10^", "⁶",   "evaluation", "9",    "~",  "≈",  "−",
          "–",     "MW",    "M",      "tokens/s", "/", "user", "(",  ")",  "1e999",    "0.0000", "|",  "[",  "\"",
          "７",    "٣",     "\u0301", "\u202e", "'s",  "’s",  ":",  "the", "to",       "from",   "→",  "12345678901234567890" };
  g_autoptr (WeftClaimFacts) facts = claim_fixture_facts ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GPtrArray) claims = NULL;
      guint n = (guint) g_rand_int_range (rand, 1, 24);

      for (guint j = 0; j < n; j++)
        g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
      claims = weft_claims_check (text->str, facts);
      assert_ordered (text->str, claims);
    }
}

static void
check_large (const char *piece,
             guint       least)
{
  g_autoptr (WeftClaimFacts) facts = claim_fixture_facts ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) claims = NULL;

  while (text->len < 4 * 1024 * 1024)
    g_string_append (text, piece);
  claims = weft_claims_check (text->str, facts);
  assert_ordered (text->str, claims);
  g_assert_cmpuint (claims->len, >=, least);
}

static void
test_large (void)
{
  check_large ("1", 0);
  check_large ("1.", 0);
  check_large ("score ", 0);
  check_large ("score 9.9 ", 4096);
  check_large ("a", 0);
  check_large ("1,", 0);
  check_large ("- ", 0);
  check_large ("\n", 0);
  check_large ("evaluation 9, ", 0);
  check_large ("~", 0);
  check_large ("H100-", 0);
}

static void
test_json (void)
{
  const char *text = "That should bring the score to about 2.1; the last evaluation gave 1.883.";
  g_autoptr (WeftClaimFacts) facts = claim_fixture_facts ();
  g_autoptr (GPtrArray) claims = weft_claims_check (text, facts);
  g_autoptr (JsonNode) node = weft_claims_to_json (claims);
  g_autoptr (GPtrArray) again = weft_claims_from_json (json_node_get_array (node), text);
  g_autoptr (GPtrArray) shorter = weft_claims_from_json (json_node_get_array (node), "That should bring");
  g_autofree char *before = print_marks (text, claims);
  g_autofree char *after = print_marks (text, again);

  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (again->len, ==, 2);
  g_assert_cmpstr (((WeftClaim *) again->pdata[0])->what, ==, "score");
  g_assert_cmpuint (shorter->len, ==, 0);
}

static void
test_hostile_json (void)
{
  static const struct
  {
    const char *json;
    guint n;
  } cases[] = {
    { "[]", 0 },
    { "[1,null,\"x\",[],{}]", 0 },
    { "[{\"start\":-1,\"end\":2,\"verdict\":\"matches\"}]", 0 },
    { "[{\"start\":0,\"end\":99,\"verdict\":\"matches\"}]", 0 },
    { "[{\"start\":2,\"end\":2,\"verdict\":\"matches\"}]", 0 },
    { "[{\"start\":0,\"end\":1,\"verdict\":\"believes\"}]", 0 },
    { "[{\"start\":0.5,\"end\":1,\"verdict\":\"matches\"}]", 0 },
    { "[{\"start\":2,\"end\":3,\"verdict\":\"matches\"}]", 0 }, /* within a character */
    { "[{\"start\":1,\"end\":4,\"verdict\":\"unknown\"},{\"start\":0,\"end\":1,\"verdict\":\"unknown\"}]", 1 },
    { "[{\"start\":0,\"end\":1,\"verdict\":\"unknown\",\"what\":7,\"value\":\"x\",\"actual\":null}]", 1 },
    { "[{\"start\":1e300,\"end\":1e301,\"verdict\":\"matches\"}]", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = weft_json_parse (cases[i].json, -1, "test", NULL, &error);
      g_autoptr (GPtrArray) claims = NULL;

      g_assert_no_error (error);
      claims = weft_claims_from_json (json_node_get_array (node), "a≈1.9");
      g_test_message ("%s", cases[i].json);
      g_assert_cmpuint (claims->len, ==, cases[i].n);
    }
}

/* Results that are none: nothing is taken from them. */
static void
test_hostile_facts (void)
{
  static const char *const results[]
      = { "{}", "{\"score\":\"9.9\"}", "{\"score\":null,\"ratios\":[1],\"workloads\":7,\"counts\":{}}",
          "{\"evaluation\":-3,\"ratios\":{\"hpcg\":\"4\"},\"workloads\":{\"hpcg\":[]},\"mapping\":{\"decode\":1}}",
          "{\"counts\":[\"x\",null,[],{}],\"power_w\":true}", "[1,{\"chip\":7,\"power_frac\":\"x\"},null]" };
  g_autoptr (WeftClaimFacts) facts = weft_claim_facts_new ();
  g_autoptr (GPtrArray) claims = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    claim_fixture_add (facts, results[i]);
  claims = weft_claims_check ("The score is 9.9 and HPCG 4.0x.", facts);
  g_assert_cmpuint (claims->len, ==, 2);
  for (guint i = 0; i < claims->len; i++)
    g_assert_cmpint (((WeftClaim *) claims->pdata[i])->verdict, ==, WEFT_CLAIM_UNKNOWN);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/claim/sentences", test_sentences);
  g_test_add_func ("/agent/claim/no-facts", test_no_facts);
  g_test_add_func ("/agent/claim/what", test_what);
  g_test_add_func ("/agent/claim/any-text", test_any_text);
  g_test_add_func ("/agent/claim/large", test_large);
  g_test_add_func ("/agent/claim/json", test_json);
  g_test_add_func ("/agent/claim/hostile-json", test_hostile_json);
  g_test_add_func ("/agent/claim/hostile-facts", test_hostile_facts);

  return g_test_run ();
}
