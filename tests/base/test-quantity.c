/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities: what people type becomes the right SI value or a helpful refusal, and what is shown
 * can be typed again. */

#include <math.h>
#include <string.h>

#include "base/weft-quantity.h"

#define NBSP "\302\240"

typedef struct
{
  const char *text;
  WeftUnit unit;
  double value;
} Reading;

static void
test_parse (void)
{
  static const Reading readings[] = {
    { "0.98", WEFT_UNIT_NONE, 0.98 },
    { "45 %", WEFT_UNIT_NONE, 0.45 },
    { "45%", WEFT_UNIT_NONE, 0.45 },
    { ".5", WEFT_UNIT_NONE, 0.5 },
    { "-1e3", WEFT_UNIT_NONE, -1000 },
    { "\342\210\2223", WEFT_UNIT_NONE, -3 },
    { "+3", WEFT_UNIT_NONE, 3 },
    { "700", WEFT_UNIT_W, 700 },
    { "700W", WEFT_UNIT_W, 700 },
    { " 700" NBSP "W ", WEFT_UNIT_W, 700 },
    { "1 MW", WEFT_UNIT_W, 1e6 },
    { "5 mW", WEFT_UNIT_W, 5e-3 },
    { "1.2kW", WEFT_UNIT_W, 1200 },
    { "0.38 µs", WEFT_UNIT_S, 0.38e-6 },
    { "0.38 μs", WEFT_UNIT_S, 0.38e-6 },
    { "0.38us", WEFT_UNIT_S, 0.38e-6 },
    { "250 ns", WEFT_UNIT_S, 250e-9 },
    { "3 ms", WEFT_UNIT_S, 3e-3 },
    { "2 min", WEFT_UNIT_S, 120 },
    { "1.5 h", WEFT_UNIT_S, 5400 },
    { "80 GiB", WEFT_UNIT_BYTES, 80.0 * 1024 * 1024 * 1024 },
    { "80 GB", WEFT_UNIT_BYTES, 80e9 },
    { "8 Gb", WEFT_UNIT_BYTES, 1e9 },
    { "1,312", WEFT_UNIT_BYTES, 1312 },
    { "400 Gb/s", WEFT_UNIT_BYTES_S, 50e9 },
    { "400Gbps", WEFT_UNIT_BYTES_S, 50e9 },
    { "400 Gbit/s", WEFT_UNIT_BYTES_S, 50e9 },
    { "400 GBps", WEFT_UNIT_BYTES_S, 400e9 },
    { "3.35 TB/s", WEFT_UNIT_BYTES_S, 3.35e12 },
    { "1 GiB/s", WEFT_UNIT_BYTES_S, 1024.0 * 1024 * 1024 },
    { "34 TFLOP/s", WEFT_UNIT_FLOPS, 34e12 },
    { "34 TFLOPS", WEFT_UNIT_FLOPS, 34e12 },
    { "34 TF", WEFT_UNIT_FLOPS, 34e12 },
    { "34TF/s", WEFT_UNIT_FLOPS, 34e12 },
    { "1.2 EFLOP/s", WEFT_UNIT_FLOPS, 1.2e18 },
    { "2EFLOP/s", WEFT_UNIT_FLOPS, 2e18 },
    { "$30,000", WEFT_UNIT_USD, 30000 },
    { "-$5", WEFT_UNIT_USD, -5 },
    { "$30k", WEFT_UNIT_USD, 30000 },
    { "30 k$", WEFT_UNIT_USD, 30000 },
    { "1.5 M$", WEFT_UNIT_USD, 1.5e6 },
    { "12 USD", WEFT_UNIT_USD, 12 },
    { "$12 USD", WEFT_UNIT_USD, 12 },
    { "2.5 m", WEFT_UNIT_M, 2.5 },
    { "30 cm", WEFT_UNIT_M, 0.3 },
    { "7mm", WEFT_UNIT_M, 7e-3 },
    { "2 km", WEFT_UNIT_M, 2000 },
    { "8 ft", WEFT_UNIT_M, 2.4384 },
    { "10in", WEFT_UNIT_M, 0.254 },
    { "1,312", WEFT_UNIT_COUNT, 1312 },
    { "1,000,000", WEFT_UNIT_COUNT, 1e6 },
    { "1\342\200\211312", WEFT_UNIT_COUNT, 1312 },
    { "1\342\200\257312", WEFT_UNIT_COUNT, 1312 },
    { "1,312.5", WEFT_UNIT_NONE, 1312.5 },
    { "8.0", WEFT_UNIT_COUNT, 8 },
    { "1.93x", WEFT_UNIT_RATIO, 1.93 },
    { "1.93 ×", WEFT_UNIT_RATIO, 1.93 },
    { "41.1 tokens/s", WEFT_UNIT_TOKENS_S, 41.1 },
    { "3 k tokens/s", WEFT_UNIT_TOKENS_S, 3000 },
    { "3 ktokens/s", WEFT_UNIT_TOKENS_S, 3000 },
    { "2 ZFLOP", WEFT_UNIT_FLOP, 2e21 },
    { "700\342\200\211W", WEFT_UNIT_W, 700 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (readings); i++)
    {
      g_autoptr (GError) error = NULL;
      double value = -7;

      g_assert_true (weft_quantity_parse (readings[i].text, readings[i].unit, &value, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (value, ==, readings[i].value);
    }
}

static void
assert_refused (const char *text,
                WeftUnit    unit,
                int         code,
                const char *message)
{
  g_autoptr (GError) error = NULL;
  double value = -7;

  g_assert_false (weft_quantity_parse (text, unit, &value, &error));
  g_assert_error (error, WEFT_QUANTITY_ERROR, code);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_cmpfloat (value, ==, -7);
}

static void
test_refuses_unit (void)
{
  const int code = WEFT_QUANTITY_ERROR_UNIT;

  assert_refused ("2.5 m", WEFT_UNIT_W, code,
                  "\"2.5 m\": found the unit \"m\" (a length), "
                  "expected a power (mW, W, kW, MW, GW, TW)");
  assert_refused ("1 mw", WEFT_UNIT_W, code,
                  "\"1 mw\": found the unit \"mw\" (capital and small letters differ: "
                  "did you mean \"mW\" or \"MW\"?), expected a power (mW, W, kW, MW, GW, TW)");
  assert_refused ("400 gb/s", WEFT_UNIT_BYTES_S, code,
                  "\"400 gb/s\": found the unit \"gb/s\" (capital and small letters differ: "
                  "did you mean \"GB/s\" or \"Gb/s\"?), expected a rate of data "
                  "(B/s, kB/s, MB/s, GB/s, TB/s, GiB/s, or bits: b/s, Mb/s, Gb/s, Gbit/s, Gbps)");
  assert_refused ("64 KB", WEFT_UNIT_BYTES, code,
                  "\"64 KB\": found the unit \"KB\" (capital and small letters differ: "
                  "did you mean \"kB\" or \"kb\"?), expected an amount of data (B, kB, MB, GB, TB, "
                  "PB, KiB, MiB, GiB, TiB, or bits: b, kb, Mb, Gb, Tb)");
  assert_refused ("80 GB", WEFT_UNIT_BYTES_S, code,
                  "\"80 GB\": found the unit \"GB\" (an amount of data), expected a rate of data "
                  "(B/s, kB/s, MB/s, GB/s, TB/s, GiB/s, or bits: b/s, Mb/s, Gb/s, Gbit/s, Gbps)");
  assert_refused ("34 TFLOPs", WEFT_UNIT_FLOPS, code,
                  "\"34 TFLOPs\": found the unit \"TFLOPs\" (capital and small letters differ: "
                  "did you mean \"TFLOPS\"?), expected a rate of operations "
                  "(FLOP/s, GFLOP/s, TFLOP/s, PFLOP/s, EFLOP/s)");
  assert_refused ("5 parsec", WEFT_UNIT_M, code,
                  "\"5 parsec\": found the unit \"parsec\", expected a length (mm, cm, m, km, ft, in)");
  assert_refused ("5 k", WEFT_UNIT_COUNT, code,
                  "\"5 k\": found the unit \"k\", expected a whole number (no unit)");
  assert_refused ("45 %", WEFT_UNIT_W, code,
                  "\"45 %\": found the unit \"%\" (a plain number), "
                  "expected a power (mW, W, kW, MW, GW, TW)");
  assert_refused ("5 %W", WEFT_UNIT_W, code,
                  "\"5 %W\": found the unit \"%W\", expected a power (mW, W, kW, MW, GW, TW)");
}

static void
test_refuses_number (void)
{
  static const char *const texts[] = {
    "", " ", "W", "abc", "-", "$", ".", "--5", "1.2.3", "1,31", "0,5", "3,35 TB/s", "12,34,567",
    "1234,567", "1.312,5", "0,500", "1,312,", "1,3125", "1\342\200\21131", "\xff", "unknown",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      double value = -7;

      g_assert_false (weft_quantity_parse (texts[i], WEFT_UNIT_BYTES_S, &value, &error));
      g_assert_error (error, WEFT_QUANTITY_ERROR, WEFT_QUANTITY_ERROR_NUMBER);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }

  assert_refused ("0,5", WEFT_UNIT_NONE, WEFT_QUANTITY_ERROR_NUMBER,
                  "\"0,5\": found a comma that sets off no group of three digits, "
                  "expected a plain number, such as 1312.5 or 1,312.5 with a decimal point");
  assert_refused ("", WEFT_UNIT_W, WEFT_QUANTITY_ERROR_NUMBER,
                  "\"\": found nothing, expected a power, such as 1312.5");
  assert_refused ("2.5", WEFT_UNIT_COUNT, WEFT_QUANTITY_ERROR_NUMBER,
                  "\"2.5\": found a fraction, expected a whole number, such as 1312");
}

static void
test_refuses_range (void)
{
  static const char *const texts[] = {
    "inf", "-Infinity", "NaN", "nan W", "∞", "1e999", "1e308 TW",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      double value = -7;

      g_assert_false (weft_quantity_parse (texts[i], WEFT_UNIT_W, &value, &error));
      g_assert_error (error, WEFT_QUANTITY_ERROR, WEFT_QUANTITY_ERROR_RANGE);
    }
}

typedef struct
{
  double value;
  WeftUnit unit;
  const char *text;
} Writing;

static void
test_format (void)
{
  static const Writing writings[] = {
    { 3.35e12, WEFT_UNIT_BYTES_S, "3.35" NBSP "TB/s" },
    { 700, WEFT_UNIT_W, "700" NBSP "W" },
    { 1e6, WEFT_UNIT_W, "1.00" NBSP "MW" },
    { 999.4, WEFT_UNIT_W, "999" NBSP "W" },
    { 999.6, WEFT_UNIT_W, "1.00" NBSP "kW" },
    { 99.96, WEFT_UNIT_W, "100" NBSP "W" },
    { 9.996, WEFT_UNIT_W, "10.0" NBSP "W" },
    { 0.9996, WEFT_UNIT_W, "1.00" NBSP "W" },
    { 0, WEFT_UNIT_W, "0" NBSP "W" },
    { -0.0, WEFT_UNIT_W, "0" NBSP "W" },
    { -1500, WEFT_UNIT_W, "-1.50" NBSP "kW" },
    { 5e-3, WEFT_UNIT_W, "5.00" NBSP "mW" },
    { 0.38e-6, WEFT_UNIT_S, "0.38" NBSP "µs" },
    { 2.5e-6, WEFT_UNIT_S, "2.50" NBSP "µs" },
    { 45e-9, WEFT_UNIT_S, "45.0" NBSP "ns" },
    { 59.99, WEFT_UNIT_S, "1.00" NBSP "min" },
    { 7200, WEFT_UNIT_S, "2.00" NBSP "h" },
    { 0, WEFT_UNIT_S, "0" NBSP "s" },
    { 80e9, WEFT_UNIT_BYTES, "80.0" NBSP "GB" },
    { 12, WEFT_UNIT_BYTES, "12.0" NBSP "B" },
    { 34e12, WEFT_UNIT_FLOPS, "34.0" NBSP "TFLOP/s" },
    { 30000, WEFT_UNIT_USD, "30.0" NBSP "k$" },
    { 3.2e9, WEFT_UNIT_USD, "3,200" NBSP "M$" },
    { 2.5, WEFT_UNIT_M, "2.50" NBSP "m" },
    { 0.3, WEFT_UNIT_M, "30.0" NBSP "cm" },
    { 1312, WEFT_UNIT_COUNT, "1,312" },
    { 1311.7, WEFT_UNIT_COUNT, "1,312" },
    { 12, WEFT_UNIT_COUNT, "12" },
    { -1234567, WEFT_UNIT_COUNT, "-1,234,567" },
    { -0.2, WEFT_UNIT_COUNT, "0" },
    { 1.93, WEFT_UNIT_RATIO, "1.93×" },
    { 0.5, WEFT_UNIT_RATIO, "0.500×" },
    { 0.9504, WEFT_UNIT_RATIO, "0.950×" },
    { 0.09504, WEFT_UNIT_RATIO, "0.095×" },
    { 0.93, WEFT_UNIT_NONE, "0.930" },
    { 0.9996, WEFT_UNIT_NONE, "1.00" },
    { 41.1, WEFT_UNIT_TOKENS_S, "41.1" NBSP "tokens/s" },
    { 0.98, WEFT_UNIT_NONE, "0.980" },
    { 0.9844, WEFT_UNIT_NONE, "0.984" },
    { 1.5, WEFT_UNIT_NONE, "1.50" },
    { 999.6, WEFT_UNIT_NONE, "1,000" },
    { 12345.6, WEFT_UNIT_NONE, "12,346" },
    { 1.5e300, WEFT_UNIT_NONE, "1.50e+300" },
    { 2e21, WEFT_UNIT_FLOP, "2.00" NBSP "ZFLOP" },
    { NAN, WEFT_UNIT_W, "unknown" },
    { INFINITY, WEFT_UNIT_W, "∞" },
    { -INFINITY, WEFT_UNIT_W, "-∞" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (writings); i++)
    {
      g_autofree char *text = weft_quantity_format (writings[i].value, writings[i].unit);

      g_assert_cmpstr (text, ==, writings[i].text);
    }
}

static void
test_format_full (void)
{
  static const Writing writings[] = {
    { 3.35e12, WEFT_UNIT_BYTES_S, "3350000000000" NBSP "B/s" },
    { 1.0 / 3.0, WEFT_UNIT_S, "0.3333333333333333" NBSP "s" },
    { 1.93, WEFT_UNIT_RATIO, "1.93×" },
    { 0.98, WEFT_UNIT_NONE, "0.98" },
    { 1312, WEFT_UNIT_COUNT, "1312" },
    { -30000, WEFT_UNIT_USD, "-30000" NBSP "$" },
    { NAN, WEFT_UNIT_USD, "unknown" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (writings); i++)
    {
      g_autofree char *text = weft_quantity_format_full (writings[i].value, writings[i].unit);

      g_assert_cmpstr (text, ==, writings[i].text);
    }
}

/* What is shown can be typed: near to the value in the short form, exactly it in the full one. */
static void
test_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2024);

  for (guint i = 0; i < 20000; i++)
    {
      WeftUnit unit = i % (WEFT_UNIT_FLOP + 1);
      double sign = i % 3 == 0 ? -1 : 1;
      double value = sign * pow (10, g_rand_double_range (rand, -13, 25));
      g_autofree char *text = NULL;
      g_autofree char *full = NULL;
      g_autoptr (GError) error = NULL;
      double back;

      if (unit == WEFT_UNIT_COUNT)
        value = round (value);
      text = weft_quantity_format (value, unit);
      full = weft_quantity_format_full (value, unit);

      g_assert_true (weft_quantity_parse (full, unit, &back, &error));
      g_assert_no_error (error);
      g_assert_true (back == value);

      g_assert_true (weft_quantity_parse (text, unit, &back, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (fabs (back - value), <=, fabs (value) * 0.00501);
    }
}

static void
test_random_bytes (void)
{
  static const char *const pieces[] = {
    "1", "0", "312", ",", ".", "e", "E", "+", "-", " ", "\342\200\211", "$", "%", "k", "M", "G",
    "i", "B", "b", "/s", "W", "m", "×", "µ", "\342", "\xff", "inf",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      double value = NAN;
      guint n = g_rand_int_range (rand, 0, 8);

      for (guint j = 0; j < n; j++)
        g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
      if (weft_quantity_parse (text->str, i % (WEFT_UNIT_FLOP + 1), &value, &error))
        g_assert_true (isfinite (value));
      else
        g_assert_true (error->domain == WEFT_QUANTITY_ERROR
                       && g_utf8_validate (error->message, -1, NULL));
    }
}

static void
test_symbols (void)
{
  g_assert_cmpstr (weft_unit_symbol (WEFT_UNIT_W), ==, "W");
  g_assert_cmpstr (weft_unit_symbol (WEFT_UNIT_BYTES_S), ==, "B/s");
  g_assert_cmpstr (weft_unit_symbol (WEFT_UNIT_FLOPS), ==, "FLOP/s");
  g_assert_cmpstr (weft_unit_symbol (WEFT_UNIT_NONE), ==, "");
  g_assert_cmpstr (weft_unit_symbol (WEFT_UNIT_COUNT), ==, "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/base/quantity/parse", test_parse);
  g_test_add_func ("/base/quantity/refuses-unit", test_refuses_unit);
  g_test_add_func ("/base/quantity/refuses-number", test_refuses_number);
  g_test_add_func ("/base/quantity/refuses-range", test_refuses_range);
  g_test_add_func ("/base/quantity/format", test_format);
  g_test_add_func ("/base/quantity/format-full", test_format_full);
  g_test_add_func ("/base/quantity/round-trip", test_round_trip);
  g_test_add_func ("/base/quantity/random-bytes", test_random_bytes);
  g_test_add_func ("/base/quantity/symbols", test_symbols);

  return g_test_run ();
}
