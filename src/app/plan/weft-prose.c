/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Its natural width is an estimate, so that nothing is laid out but for the width that it gets. A long text is laid out
 * in pieces: one layout of it all would take time by the square of its length, and all of it again when it grows. */
#include "app/plan/weft-prose.h"

#include <string.h>

/* It is never asked to be narrower. */
#define LEAST_CHARS 6
/* Wider than any column. */
#define MOST_CHARS 400
/* Of text in one layout; most paragraphs are shorter. */
#define PIECE_BYTES 1024
/* Narrower than any column: a list asks for it, but nothing is placed so. */
#define NARROW_CHARS 20
/* Widths that are asked for in turn. */
#define N_WIDTHS 4

/* What has a layout of its own; it begins a line. */
typedef struct
{
  gsize start;
  char *text;
  PangoAttrList *attributes;
  PangoLayout *layout; /* (nullable) */
  int widths_px[N_WIDTHS];
  int heights_px[N_WIDTHS];
  guint n_widths;      /* ever */
} Piece;

struct _WeftProse
{
  GtkWidget parent_instance;

  char *text;
  GPtrArray *pieces; /* of Piece */
  int char_px;
};

G_DEFINE_FINAL_TYPE (WeftProse, weft_prose, GTK_TYPE_WIDGET)

static void
free_piece_cb (gpointer data)
{
  Piece *piece = data;

  g_free (piece->text);
  pango_attr_list_unref (piece->attributes);
  g_clear_object (&piece->layout);
  g_free (piece);
}

static PangoLayout *
get_layout (WeftProse *self, Piece *piece, int width)
{
  if (piece->layout == NULL)
    {
      piece->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), piece->text);
      pango_layout_set_wrap (piece->layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_attributes (piece->layout, piece->attributes);
    }
  /* The same width again changes nothing. */
  pango_layout_set_width (piece->layout, width * PANGO_SCALE);
  return piece->layout;
}

/* Containers ask for several widths in turn, and a layout forgets all but the last. */
static int
get_height (WeftProse *self, Piece *piece, int width)
{
  guint at;
  int height;

  for (guint i = 0; i < MIN (piece->n_widths, N_WIDTHS); i++)
    if (piece->widths_px[i] == width)
      return piece->heights_px[i];

  pango_layout_get_pixel_size (get_layout (self, piece, width), NULL, &height);
  at = piece->n_widths++ % N_WIDTHS;
  piece->widths_px[at] = width;
  piece->heights_px[at] = height;
  return height;
}

static void
drop_layouts (WeftProse *self)
{
  for (guint i = 0; i < self->pieces->len; i++)
    {
      Piece *piece = self->pieces->pdata[i];

      g_clear_object (&piece->layout);
      piece->n_widths = 0;
    }
}

/* --- cutting --- */

/* Where the piece at the beginning of @text ends: after a line or, in a long one, after a word. Text that is added at the
 * end changes none but the last piece. */
static gsize
find_cut (const char *text)
{
  gsize length = strnlen (text, PIECE_BYTES + 1);
  const char *line, *word;

  if (length <= PIECE_BYTES)
    return length;
  line = memrchr (text, '\n', PIECE_BYTES);
  word = memrchr (text, ' ', PIECE_BYTES);
  if (line != NULL)
    return (gsize) (line + 1 - text);
  if (word != NULL)
    return (gsize) (word + 1 - text);
  return (gsize) (g_utf8_find_prev_char (text, text + PIECE_BYTES + 1) - text);
}

/* Of those from @at on, what is between @start and @end; @at is then the first that goes beyond. */
static PangoAttrList *
cut_attributes (GSList **at, gsize start, gsize end)
{
  PangoAttrList *list = pango_attr_list_new ();

  for (GSList *i = *at; i != NULL && ((PangoAttribute *) i->data)->start_index < end; i = i->next)
    {
      PangoAttribute *attribute = i->data;
      PangoAttribute *part;

      if (attribute->end_index <= start)
        continue;
      part = pango_attribute_copy (attribute);
      part->start_index = (guint) (MAX (attribute->start_index, start) - start);
      part->end_index = (guint) (MIN (attribute->end_index, end) - start);
      pango_attr_list_insert (list, part);
    }
  while (*at != NULL && ((PangoAttribute *) (*at)->data)->end_index <= end)
    *at = (*at)->next;
  return list;
}

static Piece *
make_piece (const char *text, gsize start, gsize end, gboolean last, GSList **attributes)
{
  Piece *piece = g_new0 (Piece, 1);
  gsize length = end - start;

  piece->start = start;
  piece->attributes = cut_attributes (attributes, start, end);
  if (!last && text[end - 1] == '\n')
    length--;
  piece->text = g_strndup (text + start, length);
  return piece;
}

static gboolean
is_same (const Piece *a, const Piece *b)
{
  return a->start == b->start && g_str_equal (a->text, b->text) && pango_attr_list_equal (a->attributes, b->attributes);
}

/* Pieces that stay as they are keep their layouts. Returns whether all do. */
static gboolean
take_pieces (WeftProse *self, GPtrArray *pieces)
{
  gboolean same = pieces->len == self->pieces->len;

  for (guint i = 0; i < MIN (pieces->len, self->pieces->len); i++)
    {
      Piece *piece = pieces->pdata[i], *before = self->pieces->pdata[i];

      if (is_same (piece, before))
        {
          pieces->pdata[i] = before;
          self->pieces->pdata[i] = piece;
        }
      else
        same = FALSE;
    }
  g_ptr_array_unref (self->pieces);
  self->pieces = pieces;
  return same;
}

static GPtrArray *
cut (const char *text, PangoAttrList *attributes)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (free_piece_cb);
  GSList *all = attributes == NULL ? NULL : pango_attr_list_get_attributes (attributes);
  GSList *at = all;
  gsize start = 0;

  do
    {
      gsize end = start + find_cut (text + start);

      g_ptr_array_add (pieces, make_piece (text, start, end, text[end] == '\0', &at));
      start = end;
    }
  while (text[start] != '\0');
  g_slist_free_full (all, (GDestroyNotify) pango_attribute_destroy);
  return pieces;
}

/* --- class --- */

static int
estimate_width (WeftProse *self)
{
  glong n = g_utf8_strlen (self->text, -1);

  /* With some room, so that a short text does not wrap. */
  return (int) CLAMP (n + n / 8 + 1, LEAST_CHARS, MOST_CHARS) * self->char_px;
}

static int
measure_height (WeftProse *self, int width)
{
  int height = 0;

  if (width < NARROW_CHARS * self->char_px && self->pieces->len > 1)
    return (int) (strlen (self->text) / LEAST_CHARS) * self->char_px;
  for (guint i = 0; i < self->pieces->len; i++)
    height += get_height (self, self->pieces->pdata[i], width);
  return height;
}

static void
weft_prose_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftProse *self = WEFT_PROSE (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LEAST_CHARS * self->char_px;
      *natural = estimate_width (self);
      return;
    }
  *natural = measure_height (self, for_size >= 0 ? for_size : estimate_width (self));
  *minimum = *natural;
}

static GtkSizeRequestMode
weft_prose_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_prose_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftProse *self = WEFT_PROSE (widget);
  int width = gtk_widget_get_width (widget);
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  gtk_snapshot_save (snapshot);
  for (guint i = 0; i < self->pieces->len; i++)
    {
      Piece *piece = self->pieces->pdata[i];
      int height = get_height (self, piece, width);

      gtk_snapshot_append_layout (snapshot, get_layout (self, piece, width), &colour);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) height));
    }
  gtk_snapshot_restore (snapshot);
}

static void
weft_prose_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftProse *self = WEFT_PROSE (widget);
  PangoFontMetrics *metrics;

  GTK_WIDGET_CLASS (weft_prose_parent_class)->css_changed (widget, change);
  drop_layouts (self);
  metrics = pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  self->char_px = MAX (1, PANGO_PIXELS_CEIL (pango_font_metrics_get_approximate_char_width (metrics)));
  pango_font_metrics_unref (metrics);
  gtk_widget_queue_resize (widget);
}

static void
weft_prose_direction_changed (GtkWidget *widget, GtkTextDirection before)
{
  drop_layouts (WEFT_PROSE (widget));
  gtk_widget_queue_resize (widget);
}

static void
weft_prose_finalize (GObject *object)
{
  WeftProse *self = WEFT_PROSE (object);

  g_free (self->text);
  g_ptr_array_unref (self->pieces);
  G_OBJECT_CLASS (weft_prose_parent_class)->finalize (object);
}

static void
weft_prose_class_init (WeftProseClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_prose_finalize;
  widget_class->measure = weft_prose_measure;
  widget_class->get_request_mode = weft_prose_get_request_mode;
  widget_class->snapshot = weft_prose_snapshot;
  widget_class->css_changed = weft_prose_css_changed;
  widget_class->direction_changed = weft_prose_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "prose");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
weft_prose_init (WeftProse *self)
{
  self->text = g_strdup ("");
  self->pieces = cut ("", NULL);
  self->char_px = 8;
}

GtkWidget *
weft_prose_new (const char *css_class)
{
  GtkWidget *self = g_object_new (WEFT_TYPE_PROSE, NULL);

  if (css_class != NULL)
    gtk_widget_add_css_class (self, css_class);
  return self;
}

void
weft_prose_set (WeftProse *self, const char *text, PangoAttrList *attributes)
{
  g_return_if_fail (WEFT_IS_PROSE (self) && text != NULL);

  if (take_pieces (self, cut (text, attributes)))
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

const char *
weft_prose_get_text (WeftProse *self)
{
  g_return_val_if_fail (WEFT_IS_PROSE (self), NULL);

  return self->text;
}

int
weft_prose_find (WeftProse *self, int x, int y)
{
  int width, index, trailing;

  g_return_val_if_fail (WEFT_IS_PROSE (self), -1);

  width = gtk_widget_get_width (GTK_WIDGET (self));
  for (guint i = 0; i < self->pieces->len; i++)
    {
      Piece *piece = self->pieces->pdata[i];
      int height = get_height (self, piece, width);

      if (y >= height)
        {
          y -= height;
          continue;
        }
      if (!pango_layout_xy_to_index (get_layout (self, piece, width), x * PANGO_SCALE, y * PANGO_SCALE, &index,
                                     &trailing))
        return -1;
      return (int) piece->start + index;
    }
  return -1;
}
