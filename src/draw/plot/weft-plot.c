/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes, title and layers, and one signal for all that changes. */
#include "config.h"

#include "draw/plot/weft-plot-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"

struct _WeftPlot
{
  GObject parent_instance;

  char *title;
  char *message;
  WeftPlotAxis axes[WEFT_PLOT_N_AXES]; /* their texts are owned */
  GPtrArray *layers;
  guint frozen;
  gboolean pending;
};

G_DEFINE_FINAL_TYPE (WeftPlot, weft_plot, G_TYPE_OBJECT)

static guint changed_signal;

static void
note_change (WeftPlot *self)
{
  if (self->frozen > 0)
    self->pending = TRUE;
  else
    g_signal_emit (self, changed_signal, 0);
}

static void
drop_layer (WeftPlot      *self,
            WeftPlotLayer *layer)
{
  g_signal_handlers_disconnect_by_func (layer, note_change, self);
}

static void
clear_axis (WeftPlotAxis *axis)
{
  g_free ((char *) axis->title);
  g_free ((char *) axis->unit);
  g_free ((char *) axis->note);
  g_free ((char *) axis->key);
}

static void
weft_plot_finalize (GObject *object)
{
  WeftPlot *self = WEFT_PLOT (object);

  for (guint i = 0; i < self->layers->len; i++)
    drop_layer (self, g_ptr_array_index (self->layers, i));
  g_ptr_array_unref (self->layers);
  for (guint i = 0; i < WEFT_PLOT_N_AXES; i++)
    clear_axis (&self->axes[i]);
  g_free (self->title);
  g_free (self->message);
  G_OBJECT_CLASS (weft_plot_parent_class)->finalize (object);
}

static void
weft_plot_class_init (WeftPlotClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_plot_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_plot_init (WeftPlot *self)
{
  self->layers = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < WEFT_PLOT_N_AXES; i++)
    self->axes[i] = (WeftPlotAxis){ .title = g_strdup (""), .from = NAN, .to = NAN };
}

WeftPlot *
weft_plot_new (void)
{
  return g_object_new (WEFT_TYPE_PLOT, NULL);
}

void
weft_plot_set_title (WeftPlot   *self,
                     const char *title)
{
  g_return_if_fail (WEFT_IS_PLOT (self));

  if (g_strcmp0 (self->title, title) == 0)
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  note_change (self);
}

const char *
weft_plot_get_title (WeftPlot *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT (self), NULL);

  return self->title;
}

void
weft_plot_set_message (WeftPlot   *self,
                       const char *message)
{
  g_return_if_fail (WEFT_IS_PLOT (self));

  if (g_strcmp0 (self->message, message) == 0)
    return;
  g_free (self->message);
  self->message = g_strdup (message);
  note_change (self);
}

const char *
weft_plot_get_message (WeftPlot *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT (self), NULL);

  return self->message != NULL ? self->message : _("Nothing to show yet");
}

void
weft_plot_set_axis (WeftPlot           *self,
                    WeftPlotAxisKind    kind,
                    const WeftPlotAxis *axis)
{
  WeftPlotAxis copy;

  g_return_if_fail (WEFT_IS_PLOT (self));
  g_return_if_fail (kind < WEFT_PLOT_N_AXES);
  g_return_if_fail (axis != NULL);

  copy = *axis;
  copy.title = g_strdup (axis->title != NULL ? axis->title : "");
  copy.unit = g_strdup (axis->unit);
  copy.note = g_strdup (axis->note);
  copy.key = g_strdup (axis->key);
  clear_axis (&self->axes[kind]);
  self->axes[kind] = copy;
  note_change (self);
}

const WeftPlotAxis *
weft_plot_get_axis (WeftPlot        *self,
                    WeftPlotAxisKind kind)
{
  g_return_val_if_fail (WEFT_IS_PLOT (self), NULL);
  g_return_val_if_fail (kind < WEFT_PLOT_N_AXES, NULL);

  return &self->axes[kind];
}

WeftPlotLayer *
weft_plot_add (WeftPlot      *self,
               WeftPlotLayer *layer)
{
  g_return_val_if_fail (WEFT_IS_PLOT (self), NULL);
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (layer), NULL);

  g_ptr_array_add (self->layers, layer);
  g_signal_connect_swapped (layer, "changed", G_CALLBACK (note_change), self);
  note_change (self);

  return layer;
}

void
weft_plot_remove (WeftPlot      *self,
                  WeftPlotLayer *layer)
{
  g_return_if_fail (WEFT_IS_PLOT (self));
  g_return_if_fail (weft_plot_find_layer (self, layer) >= 0);

  drop_layer (self, layer);
  g_ptr_array_remove (self->layers, layer);
  note_change (self);
}

void
weft_plot_clear (WeftPlot *self)
{
  g_return_if_fail (WEFT_IS_PLOT (self));

  for (guint i = 0; i < self->layers->len; i++)
    drop_layer (self, g_ptr_array_index (self->layers, i));
  g_ptr_array_set_size (self->layers, 0);
  note_change (self);
}

guint
weft_plot_n_layers (WeftPlot *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT (self), 0);

  return self->layers->len;
}

WeftPlotLayer *
weft_plot_get_layer (WeftPlot *self,
                     guint     index)
{
  g_return_val_if_fail (WEFT_IS_PLOT (self), NULL);
  g_return_val_if_fail (index < self->layers->len, NULL);

  return g_ptr_array_index (self->layers, index);
}

int
weft_plot_find_layer (WeftPlot      *self,
                      WeftPlotLayer *layer)
{
  guint index;

  g_return_val_if_fail (WEFT_IS_PLOT (self), -1);

  return g_ptr_array_find (self->layers, layer, &index) ? (int) index : -1;
}

void
weft_plot_freeze (WeftPlot *self)
{
  g_return_if_fail (WEFT_IS_PLOT (self));

  self->frozen++;
}

void
weft_plot_thaw (WeftPlot *self)
{
  g_return_if_fail (WEFT_IS_PLOT (self));
  g_return_if_fail (self->frozen > 0);

  if (--self->frozen > 0 || !self->pending)
    return;
  self->pending = FALSE;
  note_change (self);
}

char *
weft_plot_format (double   value,
                  gboolean exact)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return g_strdup (exact ? "" : _("unknown"));
  if (exact)
    return g_strdup (weft_json_format_double (value, buffer));
  if (fabs (value) >= 1000 && fabs (value) < 1e15)
    return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.0f", value));

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.4g", value));
}

/* "Best score" inside of a sentence. (transfer full) */
static char *
lower_first (const char *title)
{
  const char *rest = *title != '\0' ? g_utf8_next_char (title) : title;
  g_autofree char *first = g_utf8_strdown (title, rest - title);

  return g_strconcat (first, rest, NULL);
}

char *
weft_plot_say (WeftPlot        *self,
               WeftPlotAxisKind kind,
               double           value)
{
  const WeftPlotAxis *axis = weft_plot_get_axis (self, kind);
  g_autofree char *number = weft_plot_format (value, FALSE);
  g_autofree char *title = lower_first (axis->title);
  gboolean has_unit = axis->unit != NULL && *axis->unit != '\0' && isfinite (value);

  return g_strconcat (title, *title != '\0' ? " " : "", number, has_unit ? "\u00a0" : "",
                      has_unit ? axis->unit : "", NULL);
}

char *
weft_plot_summarise (WeftPlot *self)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < self->layers->len; i++)
    {
      WeftPlotLayer *layer = g_ptr_array_index (self->layers, i);
      guint n = weft_plot_layer_n_items (layer);
      g_autofree char *last = NULL;

      if (!weft_plot_layer_get_visible (layer) || n == 0)
        continue;
      if (words->len > 0)
        g_string_append (words, ". ");
      last = weft_plot_layer_describe (layer, self, n - 1);
      if (n == 1)
        g_string_append (words, last);
      else
        g_string_append_printf (words,
                                /* Translators: a number of points and the words for the last */
                                ngettext ("%u point, the last: %s", "%u points, the last: %s", n),
                                n, last);
    }
  if (words->len == 0)
    g_string_append (words, weft_plot_get_message (self));

  return g_string_free (words, FALSE);
}
