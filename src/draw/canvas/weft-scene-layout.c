/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automatic layout: devices below, switches above them tier by tier. What a top tier joins are
 * pods, each laid out the same way without that tier. */
#include "draw/canvas/weft-scene-layout-private.h"

#include <math.h>

#define MOST_SWITCH_TIERS 6
#define GAP 32.0
#define POD_GAP 64.0
#define LINKED_GAP 136.0 /* room for a label between boxes of one row */
#define MOST_LINKED 8     /* a longer row would only be wide */
#define SHAPE_GAP 96.0
#define ASIDE_GAP 72.0
#define TIER_GAP 72.0
#define TIER_GAP_MOST 176.0

typedef struct
{
  double w, h;
} Size;

static Size lay_out_part (WeftLayout *self, guint *nodes, guint n);

static int
compare_pairs_cb (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* Each pair of nodes that a wire joins, in both directions, once. */
static GArray *
list_pairs (const WeftScene *scene)
{
  GArray *pairs = g_array_sized_new (FALSE, FALSE, sizeof (guint64), 2 * scene->n_wires + 1);
  guint kept = 0;

  for (guint i = 0; i < scene->n_wires; i++)
    {
      guint64 a = scene->wires[i].from_node, b = scene->wires[i].to_node;
      guint64 both[] = { a << 32 | b, b << 32 | a };

      if (a != b)
        g_array_append_vals (pairs, both, 2);
    }
  g_array_sort (pairs, compare_pairs_cb);
  for (guint i = 0; i < pairs->len; i++)
    if (i == 0 || g_array_index (pairs, guint64, i) != g_array_index (pairs, guint64, kept - 1))
      g_array_index (pairs, guint64, kept++) = g_array_index (pairs, guint64, i);
  return g_array_set_size (pairs, kept);
}

static void
find_neighbours (WeftLayout *self)
{
  guint n = self->scene->n_nodes;
  g_autoptr (GArray) pairs = list_pairs (self->scene);

  self->starts = g_new0 (guint, n + 1);
  self->neighbours = g_new (guint, pairs->len + 1);
  for (guint i = 0; i < pairs->len; i++)
    {
      guint64 pair = g_array_index (pairs, guint64, i);

      self->starts[(pair >> 32) + 1]++;
      self->neighbours[i] = (guint32) pair;
    }
  for (guint i = 0; i < n; i++)
    self->starts[i + 1] += self->starts[i];
}

static gboolean
is_device (WeftSceneKind kind)
{
  return kind == WEFT_SCENE_CHIP || kind == WEFT_SCENE_PACKAGE || kind == WEFT_SCENE_NODE
         || kind == WEFT_SCENE_RACK || kind == WEFT_SCENE_OTHER;
}

static gboolean
has_device_beside (const WeftLayout *self, guint node)
{
  for (guint i = self->starts[node]; i < self->starts[node + 1]; i++)
    if (is_device (self->scene->nodes[self->neighbours[i]].kind))
      return TRUE;
  return FALSE;
}

static guint8
tier_of (const WeftLayout *self, guint node)
{
  switch (self->scene->nodes[node].kind)
    {
    case WEFT_SCENE_SWITCH:
      return 0; /* found by its distance */
    case WEFT_SCENE_NIC:
      return WEFT_TIER_NIC;
    case WEFT_SCENE_CPU:
      return WEFT_TIER_HOST;
    case WEFT_SCENE_MEMORY:
      return has_device_beside (self, node) ? WEFT_TIER_HOST : WEFT_TIER_ASIDE;
    case WEFT_SCENE_POWER:
      return WEFT_TIER_ASIDE;
    case WEFT_SCENE_CHIP:
    case WEFT_SCENE_PACKAGE:
    case WEFT_SCENE_NODE:
    case WEFT_SCENE_RACK:
    case WEFT_SCENE_OTHER:
    case WEFT_N_SCENE_KINDS:
    default:
      return WEFT_TIER_DEVICE;
    }
}

/* Switches are as high as they are hops from a device. */
static void
climb_from_devices (WeftLayout *self)
{
  guint head = 0, tail = 0;

  for (guint i = 0; i < self->scene->n_nodes; i++)
    {
      self->tiers[i] = tier_of (self, i);
      if (self->scene->nodes[i].kind != WEFT_SCENE_SWITCH)
        self->queue[tail++] = i;
    }
  while (head < tail)
    {
      guint node = self->queue[head++];
      guint tier = MAX (self->tiers[node] + 1u, WEFT_TIER_SWITCH);

      for (guint i = self->starts[node]; i < self->starts[node + 1]; i++)
        {
          guint other = self->neighbours[i];

          if (self->scene->nodes[other].kind != WEFT_SCENE_SWITCH || self->tiers[other] != 0)
            continue;
          self->tiers[other] = MIN (tier, WEFT_TIER_SWITCH + MOST_SWITCH_TIERS - 1);
          self->queue[tail++] = other;
        }
    }
}

/* Switches that no device reaches: from the links' first end upward, as far as that is a few
 * tiers, else all in one. */
static void
climb_along_links (WeftLayout *self)
{
  const WeftScene *scene = self->scene;
  g_autofree guint8 *lost = g_new0 (guint8, scene->n_nodes);
  gboolean changed = TRUE;
  guint most = 0;

  for (guint i = 0; i < scene->n_nodes; i++)
    if (scene->nodes[i].kind == WEFT_SCENE_SWITCH && self->tiers[i] == 0)
      {
        lost[i] = 1;
        self->tiers[i] = WEFT_TIER_SWITCH;
      }
  for (guint round = 0; changed && round <= 3; round++)
    {
      changed = FALSE;
      for (guint i = 0; i < scene->n_wires; i++)
        {
          guint from = scene->wires[i].from_node, to = scene->wires[i].to_node;

          if (from == to || !lost[from] || !lost[to] || self->tiers[to] > self->tiers[from])
            continue;
          self->tiers[to] = self->tiers[from] + 1;
          most = MAX (most, self->tiers[to]);
          changed = TRUE;
        }
    }
  for (guint i = 0; (changed || most > WEFT_TIER_SWITCH + 2) && i < scene->n_nodes; i++)
    if (lost[i])
      self->tiers[i] = WEFT_TIER_SWITCH;
}

static void
move_nodes (WeftLayout *self, const guint *nodes, guint n, double dx, double dy)
{
  for (guint i = 0; i < n; i++)
    {
      self->x[nodes[i]] += dx;
      self->y[nodes[i]] += dy;
    }
}

static void
place_blocks (WeftLayout *self, const WeftLayoutBlock *blocks, guint n, double dx, double dy)
{
  for (guint i = 0; i < n; i++)
    move_nodes (self, blocks[i].nodes, blocks[i].n, blocks[i].x + dx, blocks[i].y + dy);
}

/* Sorts @nodes into components that are joined among themselves, in the order of their first
 * nodes, each in ascending order. (transfer full) */
static GArray *
split_components (WeftLayout *self, guint *nodes, guint n)
{
  GArray *blocks = g_array_new (FALSE, TRUE, sizeof (WeftLayoutBlock));
  guint inside = ++self->n_marks;
  g_autofree guint *sorted = g_new (guint, n);
  g_autofree guint *cursor = NULL;
  guint first = self->n_marks + 1;
  guint at = 0;

  for (guint i = 0; i < n; i++)
    self->marks[nodes[i]] = inside;
  for (guint i = 0; i < n; i++)
    {
      WeftLayoutBlock block = { .nodes = nodes + at, .n = 1, .wish = NAN };
      guint mark;

      if (self->marks[nodes[i]] != inside)
        continue;
      mark = ++self->n_marks;
      self->queue[0] = nodes[i];
      self->marks[nodes[i]] = mark;
      for (guint head = 0; head < block.n; head++)
        for (guint j = self->starts[self->queue[head]]; j < self->starts[self->queue[head] + 1];
             j++)
          if (self->marks[self->neighbours[j]] == inside)
            {
              self->marks[self->neighbours[j]] = mark;
              self->queue[block.n++] = self->neighbours[j];
            }
      at += block.n;
      g_array_append_val (blocks, block);
    }
  cursor = g_new (guint, blocks->len);
  for (guint i = 0; i < blocks->len; i++)
    cursor[i] = (guint) (g_array_index (blocks, WeftLayoutBlock, i).nodes - nodes);
  for (guint i = 0; i < n; i++)
    sorted[cursor[self->marks[nodes[i]] - first]++] = nodes[i];
  memcpy (nodes, sorted, n * sizeof *nodes);
  return blocks;
}

/* Boxes side by side without any shape. */
static void
arrange_plain (WeftLayout *self, WeftLayoutBlock *block)
{
  g_autofree WeftLayoutBlock *boxes = g_new0 (WeftLayoutBlock, block->n);

  for (guint i = 0; i < block->n; i++)
    {
      const WeftBox *box = &self->scene->nodes[block->nodes[i]].box;

      boxes[i] = (WeftLayoutBlock) { .nodes = block->nodes + i, .n = 1, .w = box->w, .h = box->h };
      self->x[block->nodes[i]] = self->y[block->nodes[i]] = 0;
    }
  weft_layout_flow (boxes, block->n, NAN, GAP, &block->w, &block->h);
  place_blocks (self, boxes, block->n, 0, 0);
}

/* The mean of the middles of the nodes below that a block is joined to; NAN when there are none. */
static double
wish_of (const WeftLayout *self, const WeftLayoutBlock *block, guint below)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < block->n; i++)
    for (guint j = self->starts[block->nodes[i]]; j < self->starts[block->nodes[i] + 1]; j++)
      {
        guint other = self->neighbours[j];

        if (self->marks[other] != below)
          continue;
        sum += self->x[other] + self->scene->nodes[other].box.w / 2;
        n++;
      }
  return n > 0 ? sum / n : NAN;
}

static int
compare_wishes_cb (gconstpointer a, gconstpointer b)
{
  const WeftLayoutBlock *x = a, *y = b;

  if (x->wish != y->wish)
    return x->wish < y->wish ? -1 : 1;
  return (x->nodes[0] > y->nodes[0]) - (x->nodes[0] < y->nodes[0]);
}

static int
compare_first_cb (gconstpointer a, gconstpointer b)
{
  const WeftLayoutBlock *x = a, *y = b;

  return (x->nodes[0] > y->nodes[0]) - (x->nodes[0] < y->nodes[0]);
}

/* The nodes of one tier as blocks: networks with a shape, and single boxes. (transfer full) */
static GArray *
make_blocks (WeftLayout *self, guint *nodes, guint n)
{
  g_autoptr (GArray) components = split_components (self, nodes, n);
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (WeftLayoutBlock));

  for (guint i = 0; i < components->len; i++)
    {
      WeftLayoutBlock block = g_array_index (components, WeftLayoutBlock, i);

      if (weft_layout_shape (self, &block))
        {
          g_array_append_val (blocks, block);
          continue;
        }
      for (guint j = 0; j < block.n; j++)
        {
          const WeftBox *box = &self->scene->nodes[block.nodes[j]].box;
          WeftLayoutBlock one
              = { .nodes = block.nodes + j, .n = 1, .w = box->w, .h = box->h, .wish = NAN };

          self->x[block.nodes[j]] = self->y[block.nodes[j]] = 0;
          g_array_append_val (blocks, one);
        }
    }
  g_array_sort (blocks, compare_first_cb);
  return blocks;
}

/* Whether single boxes of one row are linked with one another. */
static gboolean
has_links_within (WeftLayout *self, const GArray *blocks)
{
  guint mark = ++self->n_marks;

  for (guint i = 0; i < blocks->len; i++)
    self->marks[g_array_index (blocks, WeftLayoutBlock, i).nodes[0]] = mark;
  for (guint i = 0; i < blocks->len; i++)
    {
      guint node = g_array_index (blocks, WeftLayoutBlock, i).nodes[0];

      for (guint j = self->starts[node]; j < self->starts[node + 1]; j++)
        if (self->neighbours[j] != node && self->marks[self->neighbours[j]] == mark)
          return TRUE;
    }
  return FALSE;
}

/* Networks with a shape have wires that reach out of them; wires between boxes have labels. */
static double
gap_of (WeftLayout *self, const GArray *blocks)
{
  for (guint i = 0; i < blocks->len; i++)
    if (g_array_index (blocks, WeftLayoutBlock, i).n > 1)
      return blocks->len > 1 ? SHAPE_GAP : GAP;
  return blocks->len <= MOST_LINKED && has_links_within (self, blocks) ? LINKED_GAP : GAP;
}

/* Blocks of a tier above pods: in one row over what they join, or in rows when that is too wide. */
static Size
crown (WeftLayout *self, GArray *blocks, guint *low, guint n_low, Size below)
{
  WeftLayoutBlock *all = (WeftLayoutBlock *) (void *) blocks->data;
  guint mark = ++self->n_marks;
  double between = gap_of (self, blocks);
  double total = -between, left = 0, w, h, gap;

  for (guint i = 0; i < n_low; i++)
    self->marks[low[i]] = mark;
  for (guint i = 0; i < blocks->len; i++)
    {
      all[i].wish = wish_of (self, &all[i], mark);
      if (isnan (all[i].wish))
        all[i].wish = below.w / 2;
      total += all[i].w + between;
    }
  qsort (all, blocks->len, sizeof *all, compare_wishes_cb);
  if (total <= MAX (below.w * 1.25, 1400))
    weft_layout_row (all, blocks->len, between, &left, &w, &h);
  else
    {
      weft_layout_flow (all, blocks->len, MAX (below.w, sqrt (total * 200)), between, &w, &h);
      left = (w - below.w) / 2;
      for (guint i = 0; i < blocks->len; i++)
        all[i].x -= left;
      left = -left;
    }
  gap = CLAMP (TIER_GAP + 12 * sqrt (n_low), TIER_GAP, TIER_GAP_MOST);
  left = MIN (left, 0);
  place_blocks (self, all, blocks->len, -left, 0);
  move_nodes (self, low, n_low, -left, h + gap);
  w = 0;
  for (guint i = 0; i < blocks->len; i++)
    w = MAX (w, all[i].x + all[i].w);
  return (Size) { MAX (below.w, w) - left, h + gap + below.h };
}

/* Moves the nodes of the highest tier behind the others; tells how many others there are. */
static guint
split_top (WeftLayout *self, guint *nodes, guint n)
{
  g_autofree guint *high = g_new (guint, n);
  guint8 top = 0;
  guint n_low = 0, n_high = 0;

  for (guint i = 0; i < n; i++)
    top = MAX (top, self->tiers[nodes[i]]);
  for (guint i = 0; i < n; i++)
    if (self->tiers[nodes[i]] == top)
      high[n_high++] = nodes[i];
    else
      nodes[n_low++] = nodes[i];
  memcpy (nodes + n_low, high, n_high * sizeof *nodes);
  return n_low;
}

static gboolean
has_switch (const WeftLayout *self, const guint *nodes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (self->tiers[nodes[i]] >= WEFT_TIER_SWITCH)
      return TRUE;
  return FALSE;
}

/* What is joined below a tier of switches stands together; devices without switches of their own
 * are rows. */
static Size
lay_out_pods (WeftLayout *self, guint *nodes, guint n)
{
  g_autoptr (GArray) pods = split_components (self, nodes, n);
  gboolean has_groups = FALSE;
  Size size;

  for (guint i = 0; i < pods->len; i++)
    {
      WeftLayoutBlock *pod = &g_array_index (pods, WeftLayoutBlock, i);
      Size inner = lay_out_part (self, pod->nodes, pod->n);

      pod->w = inner.w;
      pod->h = inner.h;
      has_groups = has_groups || pod->n > 1;
    }
  weft_layout_flow ((WeftLayoutBlock *) (void *) pods->data, pods->len, NAN,
                    has_groups && pods->len > 1 ? POD_GAP : GAP, &size.w, &size.h);
  place_blocks (self, (WeftLayoutBlock *) (void *) pods->data, pods->len, 0, 0);
  return size;
}

/* Places @n nodes, ascending, from 0, 0 on and tells how large that is. */
static Size
lay_out_part (WeftLayout *self, guint *nodes, guint n)
{
  g_autoptr (GArray) blocks = NULL;
  Size below;
  guint n_low;

  if (n == 0)
    return (Size) { 0, 0 };
  if (n == 1)
    {
      self->x[nodes[0]] = self->y[nodes[0]] = 0;
      return (Size) { self->scene->nodes[nodes[0]].box.w, self->scene->nodes[nodes[0]].box.h };
    }
  n_low = split_top (self, nodes, n);
  if (n_low > 0 && has_switch (self, nodes, n_low))
    below = lay_out_pods (self, nodes, n_low);
  else if (n_low > 0)
    below = lay_out_part (self, nodes, n_low);
  blocks = make_blocks (self, nodes + n_low, n - n_low);
  if (n_low > 0)
    return crown (self, blocks, nodes, n_low, below);
  weft_layout_flow ((WeftLayoutBlock *) (void *) blocks->data, blocks->len, NAN,
                    gap_of (self, blocks), &below.w, &below.h);
  place_blocks (self, (WeftLayoutBlock *) (void *) blocks->data, blocks->len, 0, 0);
  return below;
}

/* Memory and power that nothing here is linked to: to the right of all else, from the bottom. */
static void
lay_out_aside (WeftLayout *self, guint *nodes, guint n, Size beside)
{
  WeftLayoutBlock block = { .nodes = nodes, .n = n };

  if (n == 0)
    return;
  arrange_plain (self, &block);
  if (beside.w > 0 && block.w > beside.w)
    {
      g_autofree WeftLayoutBlock *boxes = g_new0 (WeftLayoutBlock, n);

      for (guint i = 0; i < n; i++)
        {
          const WeftBox *box = &self->scene->nodes[nodes[i]].box;

          boxes[i] = (WeftLayoutBlock) { .nodes = nodes + i, .n = 1, .w = box->w, .h = box->h };
          self->x[nodes[i]] = self->y[nodes[i]] = 0;
        }
      weft_layout_flow (boxes, n, MAX (120, sqrt (n * 12000.0)), GAP / 2, &block.w, &block.h);
      place_blocks (self, boxes, n, 0, 0);
    }
  move_nodes (self, nodes, n, beside.w > 0 ? beside.w + ASIDE_GAP : 0,
              beside.h > 0 ? beside.h - block.h : 0);
}

static void
clear (WeftLayout *self)
{
  g_free (self->starts);
  g_free (self->neighbours);
  g_free (self->tiers);
  g_free (self->x);
  g_free (self->y);
  g_free (self->marks);
  g_free (self->queue);
}

void
weft_scene_lay_out (WeftScene *scene, double *at)
{
  guint n = scene->n_nodes;
  g_autofree guint *nodes = g_new (guint, MAX (n, 1));
  guint n_main = 0, n_aside = 0;
  WeftLayout self = {
    .scene = scene,
    .tiers = g_new0 (guint8, MAX (n, 1)),
    .x = g_new0 (double, MAX (n, 1)),
    .y = g_new0 (double, MAX (n, 1)),
    .marks = g_new0 (guint, MAX (n, 1)),
    .queue = g_new0 (guint, MAX (n, 1)),
  };
  Size size;

  find_neighbours (&self);
  climb_from_devices (&self);
  climb_along_links (&self);
  for (guint i = 0; i < n; i++)
    if (self.tiers[i] != WEFT_TIER_ASIDE)
      nodes[n_main++] = i;
  for (guint i = 0; i < n; i++)
    if (self.tiers[i] == WEFT_TIER_ASIDE)
      nodes[n_main + n_aside++] = i;
  size = lay_out_part (&self, nodes, n_main);
  lay_out_aside (&self, nodes + n_main, n_aside, size);
  for (guint i = 0; i < n; i++)
    {
      at[2 * i] = weft_scene_snap (self.x[i]);
      at[2 * i + 1] = weft_scene_snap (self.y[i]);
    }
  clear (&self);
}
