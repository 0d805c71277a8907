/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the steps of gradient accumulation in a text that lists the layers of each: the longest stretch of names and
 * collectives that comes so often. The first step may have other times than the rest, as some writers leave it. */
#include <string.h>

#include "interop/weft-simai-private.h"

/* Two equal steps say what one more takes; two before them fill caches of a pipeline and queues of a network. */
#define WRITTEN 4u
/* Comparisons of lines after which the search gives up. */
#define MAX_LOOKS G_GUINT64_CONSTANT (4000000000)

/* [lines] a number for each name with its collectives. */
static guint32 *
number_shapes (const WeftSimaiText *text)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree guint32 *of_layer = g_new (guint32, MAX (1, text->layers->len));
  guint32 *shapes = g_new (guint32, MAX (1, text->order->len));

  for (guint i = 0; i < text->layers->len; i++)
    {
      const WeftSimaiLayer *layer = &g_array_index (text->layers, WeftSimaiLayer, i);
      const WeftSimaiStep *step = layer->step;
      char *key = g_strdup_printf ("%u %u %u %u %u %u %s", step[0].comm, step[0].group, step[1].comm, step[1].group,
                                   step[2].comm, step[2].group, layer->name);
      gpointer found = NULL;

      if (!g_hash_table_lookup_extended (numbers, key, NULL, &found))
        {
          found = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, key, found);
        }
      else
        g_free (key);
      of_layer[i] = GPOINTER_TO_UINT (found);
    }
  for (guint i = 0; i < text->order->len; i++)
    shapes[i] = of_layer[g_array_index (text->order, guint32, i)];
  return shapes;
}

/* Where the first stretch of @length that comes @times begins; FALSE when none does. */
static gboolean
find_stretch (const guint32 *shapes, guint32 n, guint32 length, guint32 times, guint32 *first)
{
  guint64 wanted = (guint64) (times - 1) * length;
  guint64 run = 0;

  for (guint32 i = 0; i + length < n; i++)
    {
      run = shapes[i] == shapes[i + length] ? run + 1 : 0;
      if (run == wanted)
        {
          *first = i + 1 - (guint32) wanted;
          return TRUE;
        }
    }
  return FALSE;
}

static const guint32 *
step_at (const WeftSimaiText *text, const WeftSimaiBlock *block, guint32 i)
{
  return &g_array_index (text->order, guint32, block->first + i * block->length);
}

/* Steps at the beginning that differ from the last. */
static guint32
count_odd (const WeftSimaiText *text, const WeftSimaiBlock *block)
{
  guint32 i = block->times - 1;

  while (i > 0
         && memcmp (step_at (text, block, i - 1), step_at (text, block, block->times - 1),
                    block->length * sizeof (guint32)) == 0)
    i--;
  return i;
}

WeftSimaiBlock
weft_simai_find_block (const WeftSimaiText *text)
{
  guint32 n = text->order->len;
  WeftSimaiBlock block = { 0, n, 1, 0, 1 };
  g_autofree guint32 *shapes = NULL;
  guint64 n_looks = 0;

  /* numbers of lines would no longer say which ones they are */
  if (text->ga < 2 || text->checkpoints->len > 0 || text->policy != WEFT_SIMAI_TRANSFORMER)
    return block;
  shapes = number_shapes (text);
  for (guint32 length = n / text->ga; length > 0 && n_looks < MAX_LOOKS; length--, n_looks += n)
    {
      guint32 first;

      if (!find_stretch (shapes, n, length, text->ga, &first))
        continue;
      block = (WeftSimaiBlock) { first, length, text->ga, 0, text->ga };
      block.n_odd = count_odd (text, &block);
      block.n_written = MIN (text->ga, block.n_odd + WRITTEN);
      break;
    }
  return block;
}
