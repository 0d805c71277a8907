/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words stand after a figure, so that a mark is never its colour alone; the figure itself is underlined. Nothing here
 * parses markup. */
#include "config.h"

#include "app/plan/weft-claim-label.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "agent/weft-dialogue.h"
#include "app/plan/weft-prose.h"

/* Of a text; the rest is in the trail. */
#define MOST_BYTES 24000
#define CURSOR "▍"
#define MAX_WHAT_CHARS 60
/* Of claims in words. */
#define MOST_LINES 12

/* A figure in what is shown. */
typedef struct
{
  guint start;
  guint end;
  char *tip;
} Span;

struct _WeftClaimLabel
{
  GtkWidget parent_instance;

  WeftProse *prose;
  char *text;
  GPtrArray *claims; /* (nullable) */
  gboolean cursor;
  GArray *spans;     /* of Span */
  GdkRGBA good;
  GdkRGBA bad;
  GdkRGBA dim;
  GdkRGBA accent;
};

G_DEFINE_FINAL_TYPE (WeftClaimLabel, weft_claim_label, GTK_TYPE_WIDGET)

static void
clear_span_cb (gpointer data)
{
  g_free (((Span *) data)->tip);
}

/* --- in words --- */

/* (transfer full) */
static char *
cut_figure (const char *text, const WeftClaim *claim)
{
  return g_strndup (text + claim->start, claim->end - claim->start);
}

/* (transfer full): from a file, maybe. */
static char *
make_what (const WeftClaim *claim)
{
  return weft_dialogue_make_safe (claim->what != NULL ? claim->what : "", MAX_WHAT_CHARS);
}

char *
weft_claim_explain (const char *text, const WeftClaim *claim)
{
  g_autofree char *figure = cut_figure (text, claim);
  g_autofree char *what = make_what (claim);
  g_autofree char *actual =
    isfinite (claim->actual) ? g_strdup_printf ("%.5g", claim->actual) : NULL;

  if (claim->verdict == WEFT_CLAIM_UNKNOWN)
    return g_strdup_printf (_("%s: no result to hold this to"), figure);
  if (claim->verdict == WEFT_CLAIM_MATCHES && claim->evaluation == 0)
    return *what == '\0' ? g_strdup_printf (_("%s was given to the planner"), figure)
                         : g_strdup_printf (_("%s was given to the planner: %s"), figure, what);
  if (claim->verdict == WEFT_CLAIM_MATCHES)
    return g_strdup_printf (_("%s is what evaluation %u gave: %s %s"), figure, claim->evaluation,
                            what, actual != NULL ? actual : "");
  if (claim->evaluation == 0 || actual == NULL)
    return g_strdup_printf (_("%s (%s): no evaluation says so"), figure, what);
  return g_strdup_printf (_("%s (%s): no evaluation says so; evaluation %u gave %s"), figure, what,
                          claim->evaluation, actual);
}

char *
weft_claims_describe (const char *text, GPtrArray *claims)
{
  g_autoptr (GString) words = g_string_new (NULL);
  gsize length = strlen (text);
  guint n = 0;

  for (guint i = 0; claims != NULL && i < claims->len; i++)
    {
      const WeftClaim *claim = claims->pdata[i];
      g_autofree char *line = NULL;

      if (claim->verdict != WEFT_CLAIM_CONTRADICTS || claim->end > length)
        continue;
      if (++n > MOST_LINES)
        continue;
      line = weft_claim_explain (text, claim);
      g_string_append_printf (words, "%s%s", words->len > 0 ? "\n" : "", line);
    }
  if (n > MOST_LINES)
    g_string_append_printf (words, ngettext ("\n… and %u figure more", "\n… and %u figures more", n - MOST_LINES),
                            n - MOST_LINES);
  return words->len > 0 ? g_string_free (g_steal_pointer (&words), FALSE) : NULL;
}

/* What stands after a figure; NULL for nothing. @said: the last evaluation that was named. */
static char *
make_note (const WeftClaim *claim, guint *said)
{
  if (claim->verdict == WEFT_CLAIM_CONTRADICTS)
    return g_strdup (_("× not from the evaluator"));
  if (claim->verdict != WEFT_CLAIM_MATCHES)
    return NULL;
  if (claim->evaluation == 0 || claim->evaluation == *said)
    return g_strdup ("✓");
  *said = claim->evaluation;
  return g_strdup_printf (_("✓ evaluation %u"), claim->evaluation);
}

/* --- what is shown --- */

static void
add_attribute (PangoAttrList *list, PangoAttribute *attribute, gsize start, gsize end)
{
  attribute->start_index = (guint) start;
  attribute->end_index = (guint) end;
  pango_attr_list_insert (list, attribute);
}

static guint16
to_pango (double part)
{
  return (guint16) (CLAMP (part, 0, 1) * 65535);
}

static void
colour (PangoAttrList *list, const GdkRGBA *rgba, gsize start, gsize end, gboolean underline)
{
  guint16 r = to_pango (rgba->red), g = to_pango (rgba->green), b = to_pango (rgba->blue);

  if (underline)
    add_attribute (list, pango_attr_underline_color_new (r, g, b), start, end);
  else
    add_attribute (list, pango_attr_foreground_new (r, g, b), start, end);
}

static void
mark_figure (WeftClaimLabel *self, PangoAttrList *list, const WeftClaim *claim, gsize start,
             gsize end)
{
  gboolean unknown = claim->verdict == WEFT_CLAIM_UNKNOWN;
  gboolean good = claim->verdict == WEFT_CLAIM_MATCHES;
  const GdkRGBA *rgba = unknown ? &self->dim : good ? &self->good : &self->bad;

  add_attribute (list,
                 pango_attr_underline_new (good      ? PANGO_UNDERLINE_SINGLE
                                           : unknown ? PANGO_UNDERLINE_LOW
                                                     : PANGO_UNDERLINE_DOUBLE),
                 start, end);
  colour (list, rgba, start, end, TRUE);
  if (!unknown)
    {
      add_attribute (list,
                     pango_attr_background_new (to_pango (rgba->red), to_pango (rgba->green),
                                                to_pango (rgba->blue)),
                     start, end);
      add_attribute (list, pango_attr_background_alpha_new (65535 / 10), start, end);
    }
}

static void
append_claim (WeftClaimLabel *self, GString *shown, PangoAttrList *list, const WeftClaim *claim,
              guint *said)
{
  gsize start = shown->len;
  Span span = { 0 };
  char *note;

  g_string_append_len (shown, self->text + claim->start, claim->end - claim->start);
  mark_figure (self, list, claim, start, shown->len);
  span = (Span){ (guint) start, (guint) shown->len, weft_claim_explain (self->text, claim) };
  note = make_note (claim, said);
  if (note != NULL)
    {
      gsize at = shown->len;

      /* The figure and its mark stay on one line. */
      g_string_append_printf (shown, "\302\240%s", note);
      add_attribute (list, pango_attr_scale_new (0.82), at, shown->len);
      colour (list, claim->verdict == WEFT_CLAIM_MATCHES ? &self->good : &self->bad, at, shown->len,
              FALSE);
      span.end = (guint) shown->len;
      g_free (note);
    }
  g_array_append_val (self->spans, span);
}

/* Where a text that is too long is cut. */
static gsize
find_end (const char *text)
{
  gsize length = strlen (text);

  if (length <= MOST_BYTES)
    return length;
  return (gsize) (g_utf8_find_prev_char (text, text + MOST_BYTES + 1) - text);
}

static void
append_rest (WeftClaimLabel *self, GString *shown, PangoAttrList *list, gsize from, gsize end)
{
  gsize at;

  g_string_append_len (shown, self->text + from, (gssize) (end - from));
  at = shown->len;
  if (self->text[end] != '\0')
    {
      g_string_append_printf (shown, _("… (%" G_GSIZE_FORMAT " more bytes are in the trail)"),
                              strlen (self->text) - end);
      colour (list, &self->dim, at, shown->len, FALSE);
    }
  if (self->cursor)
    {
      at = shown->len;
      g_string_append (shown, CURSOR);
      colour (list, &self->accent, at, shown->len, FALSE);
    }
}

static void
show (WeftClaimLabel *self)
{
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  g_autoptr (GString) shown = g_string_new (NULL);
  gsize from = 0, end = find_end (self->text);
  guint said = 0;

  g_array_set_size (self->spans, 0);
  for (guint i = 0; self->claims != NULL && i < self->claims->len; i++)
    {
      const WeftClaim *claim = self->claims->pdata[i];

      if (claim->start < from || claim->end <= claim->start || claim->end > end)
        continue;
      g_string_append_len (shown, self->text + from, (gssize) (claim->start - from));
      append_claim (self, shown, list, claim, &said);
      from = claim->end;
    }
  append_rest (self, shown, list, from, end);
  weft_prose_set (self->prose, shown->str, list);
}

static gboolean
query_tooltip_cb (WeftClaimLabel *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  int index = keyboard ? -1 : weft_prose_find (self->prose, x, y);

  for (guint i = 0; index >= 0 && i < self->spans->len; i++)
    {
      const Span *span = &g_array_index (self->spans, Span, i);

      if ((guint) index >= span->start && (guint) index < span->end)
        {
          gtk_tooltip_set_text (tooltip, span->tip);
          return TRUE;
        }
    }
  return FALSE;
}

/* --- class --- */

static void
weft_claim_label_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WeftClaimLabel *self = WEFT_CLAIM_LABEL (widget);
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  GdkRGBA text;

  GTK_WIDGET_CLASS (weft_claim_label_parent_class)->css_changed (widget, change);
  gtk_style_context_get_color (context, &text);
  self->good = self->bad = self->accent = text;
  gtk_style_context_lookup_color (context, "success_color", &self->good);
  gtk_style_context_lookup_color (context, "error_color", &self->bad);
  gtk_style_context_lookup_color (context, "accent_color", &self->accent);
  self->dim = (GdkRGBA){ 0.55f, 0.55f, 0.55f, 1 };
  show (self);
}

static void
weft_claim_label_dispose (GObject *object)
{
  WeftClaimLabel *self = WEFT_CLAIM_LABEL (object);

  g_clear_pointer ((GtkWidget **) &self->prose, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_claim_label_parent_class)->dispose (object);
}

static void
weft_claim_label_finalize (GObject *object)
{
  WeftClaimLabel *self = WEFT_CLAIM_LABEL (object);

  g_free (self->text);
  g_clear_pointer (&self->claims, g_ptr_array_unref);
  g_array_unref (self->spans);
  G_OBJECT_CLASS (weft_claim_label_parent_class)->finalize (object);
}

static void
weft_claim_label_class_init (WeftClaimLabelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_claim_label_dispose;
  object_class->finalize = weft_claim_label_finalize;
  widget_class->css_changed = weft_claim_label_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "claimlabel");
}

static void
weft_claim_label_init (WeftClaimLabel *self)
{
  self->text = g_strdup ("");
  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
  g_array_set_clear_func (self->spans, clear_span_cb);
  self->prose = WEFT_PROSE (weft_prose_new (NULL));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->prose), TRUE);
  g_signal_connect_swapped (self->prose, "query-tooltip", G_CALLBACK (query_tooltip_cb), self);
  gtk_widget_set_parent (GTK_WIDGET (self->prose), GTK_WIDGET (self));
}

GtkWidget *
weft_claim_label_new (void)
{
  return g_object_new (WEFT_TYPE_CLAIM_LABEL, NULL);
}

void
weft_claim_label_set (WeftClaimLabel *self, const char *text, GPtrArray *claims, gboolean cursor)
{
  g_return_if_fail (WEFT_IS_CLAIM_LABEL (self) && text != NULL);

  g_free (self->text);
  self->text = g_strdup (text);
  g_clear_pointer (&self->claims, g_ptr_array_unref);
  self->claims = claims == NULL ? NULL : g_ptr_array_ref (claims);
  self->cursor = cursor;
  show (self);
}

const char *
weft_claim_label_get_text (WeftClaimLabel *self)
{
  g_return_val_if_fail (WEFT_IS_CLAIM_LABEL (self), NULL);

  return weft_prose_get_text (self->prose);
}
