/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units that can be typed and shown. Letters count in their case: m is milli, M is mega,
 * b is a bit, B a byte. */

#include "base/weft-unit-private.h"

#include <string.h>

#define KIBI 1024.0

/* A prefix and its worth. */
typedef struct
{
  const char *text;
  int power;     /* of ten */
  double binary; /* of 1024, as a factor; 1 for decimal prefixes */
} Prefix;

static const Prefix prefixes[] = {
  { "p", -12, 1 },
  { "n", -9, 1 },
  { "u", -6, 1 },
  { "µ", -6, 1 }, /* U+00B5, on keyboards */
  { "μ", -6, 1 }, /* U+03BC, as Unicode recommends */
  { "m", -3, 1 },
  { "c", -2, 1 },
  { "", 0, 1 },
  { "k", 3, 1 },
  { "M", 6, 1 },
  { "G", 9, 1 },
  { "T", 12, 1 },
  { "P", 15, 1 },
  { "E", 18, 1 },
  { "Z", 21, 1 },
  { "Ki", 0, KIBI },
  { "Mi", 0, KIBI * KIBI },
  { "Gi", 0, KIBI * KIBI * KIBI },
  { "Ti", 0, KIBI * KIBI * KIBI * KIBI },
  { "Pi", 0, KIBI * KIBI * KIBI * KIBI * KIBI },
};

/* One spelling of a unit with the prefixes that it takes, between spaces. */
typedef struct
{
  WeftUnit unit;
  const char *stem;
  const char *takes;
  WeftScale scale;
} Spelling;

#define ONE { 0, 1, 1 }
#define BIT { 0, 1, 8 }
#define BYTE_PREFIXES " k M G T P E Ki Mi Gi Ti Pi "
#define BIT_PREFIXES " k M G T P "
#define FLOP_PREFIXES " k M G T P E Z "

static const Spelling spellings[] = {
  { WEFT_UNIT_NONE, "%", "", { -2, 1, 1 } },

  { WEFT_UNIT_W, "W", " m k M G T ", ONE },

  { WEFT_UNIT_S, "s", " p n u µ μ m ", ONE },
  { WEFT_UNIT_S, "min", "", { 0, 60, 1 } },
  { WEFT_UNIT_S, "h", "", { 0, 3600, 1 } },

  { WEFT_UNIT_BYTES, "B", BYTE_PREFIXES, ONE },
  { WEFT_UNIT_BYTES, "byte", BYTE_PREFIXES, ONE },
  { WEFT_UNIT_BYTES, "bytes", BYTE_PREFIXES, ONE },
  { WEFT_UNIT_BYTES, "b", BIT_PREFIXES, BIT },
  { WEFT_UNIT_BYTES, "bit", BIT_PREFIXES, BIT },
  { WEFT_UNIT_BYTES, "bits", BIT_PREFIXES, BIT },

  { WEFT_UNIT_BYTES_S, "B/s", BYTE_PREFIXES, ONE },
  { WEFT_UNIT_BYTES_S, "Bps", BYTE_PREFIXES, ONE },
  { WEFT_UNIT_BYTES_S, "byte/s", BYTE_PREFIXES, ONE },
  { WEFT_UNIT_BYTES_S, "bytes/s", BYTE_PREFIXES, ONE },
  { WEFT_UNIT_BYTES_S, "b/s", BIT_PREFIXES, BIT },
  { WEFT_UNIT_BYTES_S, "bps", BIT_PREFIXES, BIT },
  { WEFT_UNIT_BYTES_S, "bit/s", BIT_PREFIXES, BIT },
  { WEFT_UNIT_BYTES_S, "bits/s", BIT_PREFIXES, BIT },

  { WEFT_UNIT_FLOPS, "FLOP/s", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOPS, "FLOPs/s", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOPS, "FLOPS", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOPS, "Flop/s", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOPS, "flop/s", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOPS, "F/s", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOPS, "F", FLOP_PREFIXES, ONE },

  { WEFT_UNIT_USD, "$", " k M ", ONE },
  { WEFT_UNIT_USD, "USD", " k M ", ONE },
  { WEFT_UNIT_USD, "US$", " k M ", ONE },

  { WEFT_UNIT_M, "m", " m c k ", ONE },
  /* The international yard of 1959. */
  { WEFT_UNIT_M, "ft", "", { -4, 3048, 1 } },
  { WEFT_UNIT_M, "in", "", { -4, 254, 1 } },

  { WEFT_UNIT_RATIO, "x", "", ONE },
  { WEFT_UNIT_RATIO, "×", "", ONE },

  { WEFT_UNIT_TOKENS_S, "tokens/s", " k M G ", ONE },
  { WEFT_UNIT_TOKENS_S, "token/s", " k M G ", ONE },
  { WEFT_UNIT_TOKENS_S, "tok/s", " k M G ", ONE },

  { WEFT_UNIT_FLOP, "FLOP", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOP, "FLOPs", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOP, "Flop", FLOP_PREFIXES, ONE },
  { WEFT_UNIT_FLOP, "flop", FLOP_PREFIXES, ONE },
};

/* What the words of a message are made of, and the units a value is shown in, the greatest first.
 * The last one shown takes whatever is smaller. */
typedef struct
{
  const char *quantity;
  const char *accepted;
  const char *symbol;
  WeftShownUnit shown[10];
} Dimension;

static const Dimension dimensions[] = {
  [WEFT_UNIT_NONE] = { "a plain number", "no unit, or %", "", { { 0, 1, "" } } },
  [WEFT_UNIT_W] = { "a power", "mW, W, kW, MW, GW, TW", "W", {
    { 1e12, 1e12, "TW" }, { 1e9, 1e9, "GW" }, { 1e6, 1e6, "MW" }, { 1e3, 1e3, "kW" },
    { 1, 1, "W" }, { 0, 1e-3, "mW" } } },
  /* Latencies of networks are compared in microseconds, so these begin at a tenth of one. */
  [WEFT_UNIT_S] = { "a time", "ns, us or µs, ms, s, min, h", "s", {
    { 3600, 3600, "h" }, { 60, 60, "min" }, { 1, 1, "s" }, { 1e-3, 1e-3, "ms" },
    { 1e-7, 1e-6, "µs" }, { 1e-10, 1e-9, "ns" }, { 0, 1e-12, "ps" } } },
  [WEFT_UNIT_BYTES] = { "an amount of data", "B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB, or bits: "
    "b, kb, Mb, Gb, Tb", "B", {
    { 1e18, 1e18, "EB" }, { 1e15, 1e15, "PB" }, { 1e12, 1e12, "TB" }, { 1e9, 1e9, "GB" },
    { 1e6, 1e6, "MB" }, { 1e3, 1e3, "kB" }, { 0, 1, "B" } } },
  [WEFT_UNIT_BYTES_S] = { "a rate of data", "B/s, kB/s, MB/s, GB/s, TB/s, GiB/s, or bits: "
    "b/s, Mb/s, Gb/s, Gbit/s, Gbps", "B/s", {
    { 1e18, 1e18, "EB/s" }, { 1e15, 1e15, "PB/s" }, { 1e12, 1e12, "TB/s" },
    { 1e9, 1e9, "GB/s" }, { 1e6, 1e6, "MB/s" }, { 1e3, 1e3, "kB/s" }, { 0, 1, "B/s" } } },
  [WEFT_UNIT_FLOPS] = { "a rate of operations", "FLOP/s, GFLOP/s, TFLOP/s, PFLOP/s, EFLOP/s",
    "FLOP/s", {
    { 1e21, 1e21, "ZFLOP/s" }, { 1e18, 1e18, "EFLOP/s" }, { 1e15, 1e15, "PFLOP/s" },
    { 1e12, 1e12, "TFLOP/s" }, { 1e9, 1e9, "GFLOP/s" }, { 1e6, 1e6, "MFLOP/s" },
    { 1e3, 1e3, "kFLOP/s" }, { 0, 1, "FLOP/s" } } },
  [WEFT_UNIT_USD] = { "an amount of money", "$, USD, k$, M$", "$", {
    { 1e6, 1e6, "M$" }, { 1e3, 1e3, "k$" }, { 0, 1, "$" } } },
  [WEFT_UNIT_M] = { "a length", "mm, cm, m, km, ft, in", "m", {
    { 1e3, 1e3, "km" }, { 1, 1, "m" }, { 1e-2, 1e-2, "cm" }, { 0, 1e-3, "mm" } } },
  [WEFT_UNIT_COUNT] = { "a whole number", "no unit", "", { { 0, 1, "" } } },
  [WEFT_UNIT_RATIO] = { "a ratio", "no unit, x, ×", "×", { { 0, 1, "×" } } },
  [WEFT_UNIT_TOKENS_S] = { "a rate of tokens", "tokens/s, ktokens/s, Mtokens/s", "tokens/s", {
    { 1e9, 1e9, "Gtokens/s" }, { 1e6, 1e6, "Mtokens/s" }, { 1e3, 1e3, "ktokens/s" },
    { 0, 1, "tokens/s" } } },
  [WEFT_UNIT_FLOP] = { "a number of operations", "FLOP, GFLOP, TFLOP, PFLOP, EFLOP, ZFLOP",
    "FLOP", {
    { 1e21, 1e21, "ZFLOP" }, { 1e18, 1e18, "EFLOP" }, { 1e15, 1e15, "PFLOP" },
    { 1e12, 1e12, "TFLOP" }, { 1e9, 1e9, "GFLOP" }, { 1e6, 1e6, "MFLOP" },
    { 1e3, 1e3, "kFLOP" }, { 0, 1, "FLOP" } } },
};

static gboolean
takes_prefix (const Spelling *spelling,
              const Prefix   *prefix)
{
  g_autofree char *between = NULL;

  if (prefix->text[0] == '\0')
    return TRUE;

  between = g_strdup_printf (" %s ", prefix->text);
  return strstr (spelling->takes, between) != NULL;
}

typedef int (*CompareFunc) (const char *a,
                            const char *b);

/* Finds the spelling and prefix that together are @text; @compare tells whether case counts. */
static const Spelling *
find_spelling (WeftUnit       unit,
               const char    *text,
               CompareFunc    compare,
               const Prefix **prefix)
{
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    {
      if (spellings[i].unit != unit)
        continue;

      for (guint j = 0; j < G_N_ELEMENTS (prefixes); j++)
        {
          g_autofree char *whole = g_strconcat (prefixes[j].text, spellings[i].stem, NULL);

          if (compare (whole, text) == 0 && takes_prefix (&spellings[i], &prefixes[j]))
            {
              *prefix = &prefixes[j];
              return &spellings[i];
            }
        }
    }
  return NULL;
}

/* The spellings of @unit that differ from @text by case alone: "GB or Gb". */
static char *
list_other_cases (WeftUnit    unit,
                  const char *text)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    for (guint j = 0; j < G_N_ELEMENTS (prefixes); j++)
      {
        g_autofree char *whole = g_strconcat (prefixes[j].text, spellings[i].stem, NULL);

        if (spellings[i].unit != unit || g_ascii_strcasecmp (whole, text) != 0
            || !takes_prefix (&spellings[i], &prefixes[j]))
          continue;
        if (list->len > 0)
          g_string_append (list, " or ");
        g_string_append_printf (list, "\"%s\"", whole);
      }
  return list->len > 0 ? g_string_free (g_steal_pointer (&list), FALSE) : NULL;
}

/**
 * weft_unit_find: (skip)
 * @unit: what is wanted
 * @text: a unit as it was typed, without white space around
 * @scale: (out caller-allocates): its worth
 *
 * Returns: whether @text is a unit of @unit, with its letters in the right case
 */
gboolean
weft_unit_find (WeftUnit    unit,
                const char *text,
                WeftScale  *scale)
{
  const Prefix *prefix;
  const Spelling *spelling = find_spelling (unit, text, strcmp, &prefix);

  if (spelling == NULL)
    return FALSE;

  *scale = spelling->scale;
  scale->power += prefix->power;
  scale->times *= prefix->binary;
  return TRUE;
}

/**
 * weft_unit_accepted: (skip)
 * @unit: a dimension
 *
 * Returns: the units that it takes, in words for a message
 */
const char *
weft_unit_accepted (WeftUnit unit)
{
  return dimensions[unit].accepted;
}

/**
 * weft_unit_quantity: (skip)
 * @unit: a dimension
 *
 * Returns: what it measures: "a power"
 */
const char *
weft_unit_quantity (WeftUnit unit)
{
  return dimensions[unit].quantity;
}

/**
 * weft_unit_hint: (skip)
 * @unit: what is wanted
 * @text: a unit that was refused
 *
 * Returns: (transfer full): what is probably the matter, to be put after the name of the unit, or
 *   an empty text
 */
char *
weft_unit_hint (WeftUnit    unit,
                const char *text)
{
  g_autofree char *others = list_other_cases (unit, text);
  const Prefix *prefix;

  if (others != NULL)
    return g_strdup_printf (" (capital and small letters differ: did you mean %s?)", others);

  for (guint i = 0; i < G_N_ELEMENTS (dimensions); i++)
    if (i != (guint) unit && find_spelling (i, text, strcmp, &prefix) != NULL)
      return g_strdup_printf (" (%s)", dimensions[i].quantity);
  return g_strdup ("");
}

/**
 * weft_unit_shown: (skip)
 * @unit: a dimension
 * @size: a finite size in SI, not negative
 *
 * Returns: (transfer none): the unit to show it in
 */
const WeftShownUnit *
weft_unit_shown (WeftUnit unit,
                 double   size)
{
  const WeftShownUnit *shown = dimensions[unit].shown;

  /* Zero of anything is shown in its SI unit. */
  while (size > 0 ? size < shown->from : shown->si != 1)
    shown++;
  return shown;
}

/**
 * weft_unit_symbol:
 * @unit: a dimension
 *
 * Returns: (transfer none): the symbol of its SI unit, "" for numbers without
 */
const char *
weft_unit_symbol (WeftUnit unit)
{
  g_return_val_if_fail ((guint) unit < G_N_ELEMENTS (dimensions), "");

  return dimensions[unit].symbol;
}
