/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A painting as a file: SVG, PDF or PNG by its suffix. The same painting gives the same bytes, and
 * the file is whole or not there at all. */
#include "config.h"

#include "draw/weft-paint.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-file.h"

/* The largest image that cairo can hold. */
#define MAX_PIXELS 32767

/* A user unit is a pixel of 1/96 inch, a PDF's is 1/72 inch. */
#define POINTS_PER_UNIT 0.75

typedef enum
{
  FORMAT_SVG,
  FORMAT_PDF,
  FORMAT_PNG,
} Format;

typedef struct
{
  double width, height, scale;
  const WeftPalette *palette;
  const char *title;
  WeftPaintFunc paint;
  gpointer data;
} Picture;

static gboolean
find_format (const char *path,
             Format     *format,
             GError    **error)
{
  static const char *const suffixes[] = { ".svg", ".pdf", ".png" };
  g_autofree char *name = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]))
      {
        *format = (Format) i;
        return TRUE;
      }

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
               _("%s: a picture is saved as .svg, .pdf or .png; give the file one of these "
                 "suffixes"),
               path);
  return FALSE;
}

static gboolean
check_size (const Picture *self,
            const char    *path,
            Format         format,
            GError       **error)
{
  double scale = format == FORMAT_PNG ? self->scale : 1.0;

  if (isfinite (self->width) && isfinite (self->height) && isfinite (scale) && self->width >= 1
      && self->height >= 1 && scale > 0 && ceil (self->width * scale) <= MAX_PIXELS
      && ceil (self->height * scale) <= MAX_PIXELS)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               _("%s: a picture of %g × %g at scale %g cannot be drawn; it may have 1 to %d "
                 "pixels a side"),
               path, self->width, self->height, scale, MAX_PIXELS);
  return FALSE;
}

static cairo_status_t
append_cb (void                *closure,
           const unsigned char *bytes,
           unsigned int         length)
{
  g_byte_array_append (closure, bytes, length);

  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
paint_onto (const Picture   *self,
            cairo_surface_t *surface,
            double           scale)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  self->paint (cr, self->width, self->height, self->palette, self->data);
  status = cairo_status (cr);
  cairo_destroy (cr);

  return status;
}

static cairo_status_t
finish (cairo_surface_t *surface)
{
  cairo_status_t status;

  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  return status;
}

/* ISO 8601 from SOURCE_DATE_EPOCH, or NULL: a file without a date is the same file tomorrow. */
static char *
creation_date (void)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  g_autoptr (GDateTime) date = NULL;
  gint64 seconds;

  if (epoch == NULL
      || !g_ascii_string_to_signed (epoch, 10, 0, G_GINT64_CONSTANT (253402300799), &seconds, NULL))
    return NULL;
  date = g_date_time_new_from_unix_utc (seconds);

  return g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ");
}

static cairo_status_t
write_pdf (const Picture *self,
           GByteArray    *bytes)
{
  g_autofree char *date = creation_date ();
  cairo_status_t status;
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (append_cb, bytes, self->width * POINTS_PER_UNIT,
                                             self->height * POINTS_PER_UNIT);

  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Weft");
  if (self->title != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, self->title);
  status = paint_onto (self, surface, POINTS_PER_UNIT);

  return status != CAIRO_STATUS_SUCCESS ? (finish (surface), status) : finish (surface);
}

static cairo_status_t
write_png (const Picture *self,
           GByteArray    *bytes)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (self->width * self->scale),
                                    (int) ceil (self->height * self->scale));
  cairo_status_t status = paint_onto (self, surface, self->scale);

  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append_cb, bytes);
  cairo_surface_destroy (surface);

  return status;
}

typedef struct
{
  GHashTable *numbers; /* cairo's number: ours, from 1 */
} Renumbering;

static gboolean
renumber_cb (const GMatchInfo *match,
             GString          *result,
             gpointer          data)
{
  Renumbering *self = data;
  g_autofree char *prefix = g_match_info_fetch (match, 1);
  g_autofree char *number = g_match_info_fetch (match, 2);
  guint ours = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, number));

  if (ours == 0)
    {
      ours = g_hash_table_size (self->numbers) + 1;
      g_hash_table_insert (self->numbers, g_strdup (number), GUINT_TO_POINTER (ours));
    }
  g_string_append_printf (result, "%s%u", prefix, ours);

  return FALSE;
}

/* cairo names an SVG's groups by a counter of the process; number them by their order in the file
 * instead. */
static char *
renumber_groups (const char *svg)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GRegex) pattern
      = g_regex_new ("((?:\\bid=\"|#)(?:surface|source-))([0-9]+)", 0, 0, NULL);
  Renumbering renumbering = { numbers };

  return g_regex_replace_eval (pattern, svg, -1, 0, 0, renumber_cb, &renumbering, NULL);
}

/* cairo draws an SVG's text as outlines, so the title is what a screen reader can read. */
static void
add_title (GString    *svg,
           const char *title)
{
  const char *root = strstr (svg->str, "<svg");
  const char *end = root ? strchr (root, '>') : NULL;
  g_autofree char *escaped = g_markup_escape_text (title, -1);
  g_autofree char *element = g_strdup_printf ("\n<title>%s</title>", escaped);

  if (end == NULL)
    return;

  g_string_insert (svg, end + 1 - svg->str, element);
  g_string_insert (svg, root + strlen ("<svg") - svg->str, " role=\"img\"");
}

static cairo_status_t
write_svg (const Picture *self,
           GByteArray    *bytes)
{
  cairo_surface_t *surface
      = cairo_svg_surface_create_for_stream (append_cb, bytes, self->width, self->height);
  g_autofree char *stable = NULL;
  g_autoptr (GString) svg = NULL;
  cairo_status_t status, finished;

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  status = paint_onto (self, surface, 1.0);
  finished = finish (surface);
  if (status != CAIRO_STATUS_SUCCESS || finished != CAIRO_STATUS_SUCCESS)
    return status != CAIRO_STATUS_SUCCESS ? status : finished;

  g_byte_array_append (bytes, (const guint8 *) "", 1);
  stable = renumber_groups ((const char *) bytes->data);
  svg = g_string_new (stable);
  if (self->title != NULL)
    add_title (svg, self->title);
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, (const guint8 *) svg->str, (guint) svg->len);

  return CAIRO_STATUS_SUCCESS;
}

/**
 * weft_paint_export_titled: (skip)
 * @path: where to save; its suffix (.svg, .pdf or .png) decides the format
 * @width: of the painting in user units (1/96 inch)
 * @height: of the painting in user units
 * @scale: pixels of a PNG for each user unit; no other format looks at it
 * @palette: colours and text
 * @title: (nullable): the document's title, for readers that do not see the picture
 * @paint: what to paint
 * @data: for @paint
 * @error: names the file and what is wrong with its suffix, the size, or the disk
 *
 * Saves a painting. The same painting gives the same bytes: a PDF is dated by SOURCE_DATE_EPOCH or
 * not at all. On any error an older file of that name is left as it was.
 *
 * Returns: whether the file was written
 */
gboolean
weft_paint_export_titled (const char        *path,
                          double             width,
                          double             height,
                          double             scale,
                          const WeftPalette *palette,
                          const char        *title,
                          WeftPaintFunc      paint,
                          gpointer           data,
                          GError           **error)
{
  static cairo_status_t (*const write[]) (const Picture *, GByteArray *) = {
    [FORMAT_SVG] = write_svg,
    [FORMAT_PDF] = write_pdf,
    [FORMAT_PNG] = write_png,
  };
  Picture picture = { width, height, scale, palette, title, paint, data };
  g_autoptr (GByteArray) bytes = NULL;
  cairo_status_t status;
  Format format;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (palette != NULL, FALSE);
  g_return_val_if_fail (paint != NULL, FALSE);

  if (!find_format (path, &format, error) || !check_size (&picture, path, format, error))
    return FALSE;

  bytes = g_byte_array_new ();
  status = write[format](&picture, bytes);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s: cannot draw the picture: %s"), path,
                   cairo_status_to_string (status));
      return FALSE;
    }

  return weft_file_save (path, (const char *) bytes->data, bytes->len, FALSE, error);
}

/**
 * weft_paint_check_suffix:
 * @path: where a picture shall be saved
 * @error: return location
 *
 * Returns: %FALSE with an error that names the suffixes of pictures
 */
gboolean
weft_paint_check_suffix (const char *path,
                         GError    **error)
{
  Format format;

  g_return_val_if_fail (path != NULL, FALSE);
  return find_format (path, &format, error);
}

/**
 * weft_paint_export: (skip)
 * @path: where to save; its suffix (.svg, .pdf or .png) decides the format
 * @width: of the painting in user units (1/96 inch)
 * @height: of the painting in user units
 * @scale: pixels of a PNG for each user unit
 * @palette: colours and text
 * @paint: what to paint
 * @data: for @paint
 * @error: names the file and what is wrong
 *
 * weft_paint_export_titled() without a title.
 *
 * Returns: whether the file was written
 */
gboolean
weft_paint_export (const char        *path,
                   double             width,
                   double             height,
                   double             scale,
                   const WeftPalette *palette,
                   WeftPaintFunc      paint,
                   gpointer           data,
                   GError           **error)
{
  return weft_paint_export_titled (path, width, height, scale, palette, NULL, paint, data, error);
}
