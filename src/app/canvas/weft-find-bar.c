/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hits are walked in document order from the level in view on, round the whole machine; Enter goes
 * to the next one, Shift+Enter to the one before. */
#include "config.h"

#include "app/canvas/weft-find-bar.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  guint definition;
  guint item;
} Hit;

struct _WeftFindBar
{
  GtkWidget parent_instance;

  GtkSearchBar *bar;
  GtkSearchEntry *entry;
  GtkLabel *count;

  WeftCanvas *canvas; /* borrowed: both live in the same editor */
  GArray *hits;       /* of Hit */
  guint at;
};

G_DEFINE_FINAL_TYPE (WeftFindBar, weft_find_bar, GTK_TYPE_WIDGET)

static gboolean
contains (const char *text, const char *folded)
{
  g_autofree char *own = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return own != NULL && strstr (own, folded) != NULL;
}

static gboolean
item_matches (WeftGraph *graph, const WeftGraphItem *item, const char *folded)
{
  return contains (item->id, folded) || contains (item->of, folded)
         || (item->definition >= 0
             && contains (weft_graph_definition (graph, item->definition)->title, folded));
}

static void
collect (WeftFindBar *self, const char *text)
{
  WeftStage *stage = weft_canvas_get_stage (self->canvas);
  WeftGraph *graph = weft_stage_get_graph (stage);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  guint n = graph != NULL ? weft_graph_n_definitions (graph) : 0;
  guint first = 0;

  g_array_set_size (self->hits, 0);
  self->at = 0;
  if (*folded == '\0' || weft_stage_get_definition (stage, &first) == NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      guint index = (first + i) % n;
      const WeftGraphDefinition *definition = weft_graph_definition (graph, index);

      for (guint j = 0; j < definition->n_items; j++)
        if (item_matches (graph, &definition->items[j], folded))
          {
            const Hit hit = { index, j };

            g_array_append_val (self->hits, hit);
          }
    }
}

static void
go_to_hit (WeftFindBar *self)
{
  WeftStage *stage = weft_canvas_get_stage (self->canvas);
  WeftGraph *graph = weft_stage_get_graph (stage);
  const Hit *hit;
  WeftBox box;

  if (self->hits->len == 0)
    return;
  hit = &g_array_index (self->hits, Hit, self->at);
  if (!weft_stage_open_definition (stage, weft_graph_definition (graph, hit->definition)->id))
    return;
  weft_stage_select_item (stage, hit->item, WEFT_SELECT_ONLY);
  if (weft_stage_selection_box (stage, &box))
    weft_canvas_view_centre (weft_canvas_get_view (self->canvas), box.x + box.w / 2,
                             box.y + box.h / 2);
}

static void
show_count (WeftFindBar *self)
{
  g_autofree char *text = NULL;

  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0')
    text = g_strdup ("");
  else if (self->hits->len == 0)
    text = g_strdup (_("No item of that name"));
  else
    text = g_strdup_printf (_("%u of %u"), self->at + 1, self->hits->len);
  gtk_label_set_label (self->count, text);
}

static void
search_changed_cb (WeftFindBar *self)
{
  if (self->canvas == NULL)
    return;
  collect (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  go_to_hit (self);
  show_count (self);
}

static void
step (WeftFindBar *self, guint by)
{
  if (self->hits->len == 0)
    return;
  self->at = (self->at + by) % self->hits->len;
  go_to_hit (self);
  show_count (self);
}

static void
next_cb (WeftFindBar *self)
{
  step (self, 1);
}

static void
previous_cb (WeftFindBar *self)
{
  if (self->hits->len > 0)
    step (self, self->hits->len - 1);
}

/* Edits move the hits. */
static void
scene_changed_cb (WeftFindBar *self)
{
  guint at = self->at;

  if (!gtk_search_bar_get_search_mode (self->bar))
    return;
  collect (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  self->at = self->hits->len > 0 ? MIN (at, self->hits->len - 1) : 0;
  show_count (self);
}

static void
stop_cb (WeftFindBar *self)
{
  gtk_search_bar_set_search_mode (self->bar, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
weft_find_bar_dispose (GObject *object)
{
  WeftFindBar *self = WEFT_FIND_BAR (object);
  GtkWidget *bar = GTK_WIDGET (self->bar);

  self->bar = NULL;
  g_clear_pointer (&bar, gtk_widget_unparent);
  g_clear_pointer (&self->hits, g_array_unref);
  G_OBJECT_CLASS (weft_find_bar_parent_class)->dispose (object);
}

static void
weft_find_bar_class_init (WeftFindBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_find_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "findbar");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftFindBar, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftFindBar, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftFindBar, count);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_cb);
}

static void
weft_find_bar_init (WeftFindBar *self)
{
  self->hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Also a closed bar would hold a narrow window open. */
  g_object_bind_property (self->bar, "search-mode-enabled", self, "visible",
                          G_BINDING_SYNC_CREATE);
  gtk_search_bar_connect_entry (self->bar, GTK_EDITABLE (self->entry));
}

void
weft_find_bar_set_canvas (WeftFindBar *self, WeftCanvas *canvas)
{
  g_return_if_fail (WEFT_IS_FIND_BAR (self) && WEFT_IS_CANVAS (canvas));

  self->canvas = canvas;
  g_signal_connect_object (weft_canvas_get_stage (canvas), "scene-changed",
                           G_CALLBACK (scene_changed_cb), self, G_CONNECT_SWAPPED);
}

void
weft_find_bar_open (WeftFindBar *self)
{
  g_return_if_fail (WEFT_IS_FIND_BAR (self));

  gtk_search_bar_set_search_mode (self->bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}
