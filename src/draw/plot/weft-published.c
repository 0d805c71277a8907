/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of catalog/published/NAME.json. */
#include "draw/plot/weft-published-private.h"

#include "base/weft-json-at.h"
#include "base/weft-json.h"

static gboolean
read_text (const WeftJsonAt *at,
           const char       *key,
           char            **text,
           GError          **error)
{
  const char *value = NULL;

  if (!weft_json_at_get_string (at, key, WEFT_JSON_REQUIRED, &value, error))
    return FALSE;
  *text = g_strdup (value);

  return TRUE;
}

static gboolean
read_point (const WeftJsonAt   *at,
            WeftPublishedPoint *point,
            GError            **error)
{
  return weft_json_at_object (at, error)
         && weft_json_at_get_number (at, "x", WEFT_JSON_REQUIRED, &point->x, error)
         && weft_json_at_get_number (at, "y", WEFT_JSON_REQUIRED, &point->y, error)
         && read_text (at, "group", &point->group, error)
         && read_text (at, "text", &point->text, error)
         && read_text (at, "source", &point->source, error);
}

static gboolean
read_points (const WeftJsonAt *at,
             WeftPublished    *self,
             GError          **error)
{
  self->n_points = weft_json_at_length (at);
  self->points = g_new0 (WeftPublishedPoint, self->n_points);
  for (guint i = 0; i < self->n_points; i++)
    {
      WeftJsonAt point;

      weft_json_at_element (at, i, &point);
      if (!read_point (&point, &self->points[i], error))
        return FALSE;
    }

  return TRUE;
}

WeftPublished *
weft_published_load (const char *catalog_dir,
                     const char *id,
                     GError    **error)
{
  g_autofree char *name = g_strconcat (id, ".json", NULL);
  g_autofree char *path = g_build_filename (catalog_dir, "published", name, NULL);
  g_autoptr (JsonNode) root = weft_json_load (path, &weft_json_default_limits, error);
  g_autoptr (WeftPublished) self = g_new0 (WeftPublished, 1);
  WeftJsonAt at, points;

  if (root == NULL)
    return NULL;

  weft_json_at_root (&at, root, path);
  if (!weft_json_at_object (&at, error) || !read_text (&at, "title", &self->title, error)
      || !weft_json_at_get_array (&at, "points", WEFT_JSON_REQUIRED, &points, NULL, error)
      || !read_points (&points, self, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
weft_published_free (WeftPublished *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->n_points; i++)
    {
      g_free (self->points[i].group);
      g_free (self->points[i].text);
      g_free (self->points[i].source);
    }
  g_free (self->points);
  g_free (self->title);
  g_free (self);
}
