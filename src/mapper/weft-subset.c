/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem with some of its devices left empty: what is left of platform and times, and the way back. */
#include "mapper/weft-subset-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mapper/weft-map-problem-private.h"
#include "mapper/weft-platform-private.h"

/* Devices that are named one by one. */
#define MAX_NAMES 4

/* [n_kept] the devices that are used. */
static guint32 *
list_kept (const WeftPlatform *platform, const guint8 *is_left, guint *n_kept)
{
  guint32 *kept = g_new (guint32, platform->n_devices);

  *n_kept = 0;
  for (guint p = 0; p < platform->n_devices; p++)
    if (!is_left[p])
      kept[(*n_kept)++] = p;
  return kept;
}

/* [n_classes] the class that each one becomes; those without a device are not asked for. */
static guint *
number_classes (const WeftPlatform *platform, const guint32 *kept, guint n_kept, guint *n_classes)
{
  guint *class_of = g_new (guint, platform->n_classes);
  g_autofree guint8 *is_used = g_new0 (guint8, platform->n_classes);

  for (guint i = 0; i < n_kept; i++)
    is_used[platform->class_of[kept[i]]] = TRUE;
  *n_classes = 0;
  for (guint c = 0; c < platform->n_classes; c++)
    class_of[c] = is_used[c] ? (*n_classes)++ : G_MAXUINT;
  return class_of;
}

static void
copy_links (WeftPlatform *subset, const WeftPlatform *platform, const guint32 *kept)
{
  guint n = subset->n_devices;

  memcpy (subset->links, platform->links, platform->n_links * sizeof *platform->links);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      subset->link_of[(gsize) i * n + j] = platform->link_of[(gsize) kept[i] * platform->n_devices + kept[j]];
}

static WeftPlatform *
make_platform (const WeftPlatform *platform, const guint32 *kept, guint n_kept, const guint *class_of,
               guint n_classes)
{
  WeftPlatform *subset = weft_platform_new (n_kept, n_classes, platform->n_links);

  for (guint i = 0; i < n_kept; i++)
    subset->class_of[i] = class_of[platform->class_of[kept[i]]];
  for (guint c = 0; c < platform->n_classes; c++)
    if (class_of[c] != G_MAXUINT)
      {
        subset->class_name[class_of[c]] = g_strdup (platform->class_name[c]);
        subset->capacity_bytes[class_of[c]] = platform->capacity_bytes[c];
      }
  copy_links (subset, platform, kept);
  weft_platform_finish (subset);
  return subset;
}

WeftMapProblem *
weft_subset_problem (const WeftMapProblem *problem, const guint8 *is_left)
{
  const WeftPlatform *platform = problem->platform;
  guint n_kept, n_classes;
  g_autofree guint32 *kept = list_kept (platform, is_left, &n_kept);
  g_autofree guint *class_of = number_classes (platform, kept, n_kept, &n_classes);
  g_autoptr (WeftPlatform) subset = make_platform (platform, kept, n_kept, class_of, n_classes);
  double *time_s = g_new (double, (gsize) problem->n_rows * n_classes);
  WeftMapProblem *part;

  for (gsize r = 0; r < problem->n_rows; r++)
    for (guint c = 0; c < platform->n_classes; c++)
      if (class_of[c] != G_MAXUINT)
        time_s[r * n_classes + class_of[c]] = problem->time_s[r * platform->n_classes + c];
  part = weft_map_problem_new_rows (problem->graph, subset, problem->n_rows, problem->row_of, time_s);
  part->is_remote = g_memdup2 (problem->is_remote, problem->graph->n_regions);
  return part;
}

void
weft_subset_schedule (const WeftMapProblem *problem, const guint8 *is_left, WeftSchedule *schedule)
{
  guint n_kept;
  g_autofree guint32 *kept = list_kept (problem->platform, is_left, &n_kept);

  for (guint32 i = 0; i < schedule->n_tasks; i++)
    schedule->device[i] = kept[schedule->device[i]];
}

char *
weft_subset_words (const WeftMapProblem *problem, const guint8 *is_left)
{
  const WeftPlatform *platform = problem->platform;
  GString *text = g_string_new (NULL);
  guint n = 0;

  for (guint p = 0; p < platform->n_devices; p++)
    {
      if (!is_left[p])
        continue;
      if (n < MAX_NAMES && platform->device_name != NULL)
        g_string_append_printf (text, "%s%s", n > 0 ? ", " : "", platform->device_name[p]);
      else if (n < MAX_NAMES)
        g_string_append_printf (text, n > 0 ? ", %u" : _("device %u"), p);
      n++;
    }
  if (n > MAX_NAMES)
    g_string_append_printf (text, g_dngettext (NULL, " and %u more", " and %u more", n - MAX_NAMES), n - MAX_NAMES);
  return g_string_free (text, FALSE);
}
