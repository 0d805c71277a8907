/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout is chosen when the size is given; scroll bars follow in an idle, since a widget must not change its
 * request while it is being placed. */
#include "config.h"

#include "app/search/weft-search-columns.h"

#include "app/provenance/weft-number.h"
#include "app/weft-scroll-pass.h"

/* In widths of a digit, so that columns grow with the letters in them. */
#define SIDE_DIGITS 36
/* The least of the middle column before the last one, and before the first one, leaves it the room. */
#define MIDDLE_DIGITS 52
#define NARROW_DIGITS 44

enum
{
  START,
  MIDDLE,
  END,
  N_COLUMNS,
};

struct _WeftSearchColumns
{
  GtkWidget parent_instance;

  GtkWidget *outer; /* scrolls everything in one column */
  GtkWidget *all;
  GtkWidget *inner; /* scrolls middle and end when these stand one below the other */
  GtkWidget *rest;
  GtkWidget *columns[N_COLUMNS];
  int room;
  int heights[N_COLUMNS]; /* of what is in a column that does not scroll, -1 for one that does */
  guint room_source;
};

G_DEFINE_FINAL_TYPE (WeftSearchColumns, weft_search_columns, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_START,
  PROP_MIDDLE,
  PROP_END,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
set_scrolls (GtkWidget *scroller, gboolean scrolls)
{
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  scrolls ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
}

static void
set_direction (GtkWidget *box, gboolean beside)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (box), beside ? GTK_ORIENTATION_HORIZONTAL
                                                               : GTK_ORIENTATION_VERTICAL);
}

static int
measure_least (WeftSearchColumns *self, guint column)
{
  GtkWidget *child =
    gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->columns[column]));
  int least = 0;

  if (child != NULL && gtk_widget_get_visible (child))
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

static int
measure_digits (WeftSearchColumns *self, int n)
{
  return n * weft_measure_text (GTK_WIDGET (self), "0000000000") / 10;
}

static void
apply_room (WeftSearchColumns *self)
{
  int room = self->room;
  int side = measure_digits (self, SIDE_DIGITS);

  set_direction (self->all, room >= 2);
  set_direction (self->rest, room >= 3);
  set_scrolls (self->outer, room == 1);
  set_scrolls (self->inner, room == 2);
  set_scrolls (self->columns[START], room >= 2);
  set_scrolls (self->columns[MIDDLE], room >= 3);
  set_scrolls (self->columns[END], room >= 3);
  gtk_widget_set_vexpand (self->columns[START], room >= 2);
  gtk_widget_set_vexpand (self->columns[MIDDLE], TRUE);
  gtk_widget_set_vexpand (self->columns[END], room >= 3);
  gtk_widget_set_size_request (self->columns[START], room >= 2 ? side : -1, self->heights[START]);
  gtk_widget_set_size_request (self->columns[MIDDLE], -1, self->heights[MIDDLE]);
  gtk_widget_set_size_request (self->columns[END], room >= 3 ? side : -1, self->heights[END]);
  gtk_widget_set_css_classes (
    GTK_WIDGET (self),
    (const char *[]){ room == 3 ? "three" : room == 2 ? "two" : "one", NULL });
}

static gboolean
room_cb (gpointer data)
{
  WeftSearchColumns *self = WEFT_SEARCH_COLUMNS (data);

  self->room_source = 0;
  apply_room (self);
  return G_SOURCE_REMOVE;
}

static int
find_room (WeftSearchColumns *self, int width)
{
  int side = measure_digits (self, SIDE_DIGITS);
  int start = MAX (side, measure_least (self, START));
  int middle = measure_least (self, MIDDLE);
  int end = measure_least (self, END);

  if (width >= start + MAX (measure_digits (self, MIDDLE_DIGITS), middle) + MAX (side, end))
    return 3;
  return width >= start + MAX (measure_digits (self, NARROW_DIGITS), MAX (middle, end)) ? 2 : 1;
}

static void
weft_search_columns_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                             int *minimum, int *natural, int *minimum_baseline,
                             int *natural_baseline)
{
  WeftSearchColumns *self = WEFT_SEARCH_COLUMNS (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 0;
      for (guint i = 0; i < N_COLUMNS; i++)
        *minimum = MAX (*minimum, measure_least (self, i));
      *natural = MAX (*minimum, measure_digits (self, 2 * SIDE_DIGITS + MIDDLE_DIGITS));
      return;
    }
  gtk_widget_measure (self->outer, orientation, -1, minimum, natural, NULL, NULL);
}

/* A scrolled window asks for the height of its child at no certain width, which is too low for text that wraps. */
static gboolean
measure_heights (WeftSearchColumns *self)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkWidget *child =
        gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->columns[i]));
      gboolean scrolls = self->room >= (i == START ? 2 : 3);
      int height = -1;

      if (!scrolls && child != NULL && gtk_widget_get_visible (child))
        gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL,
                            gtk_widget_get_width (self->columns[i]), &height, NULL, NULL, NULL);
      changed = changed || height != self->heights[i];
      self->heights[i] = height;
    }
  return changed;
}

static void
weft_search_columns_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftSearchColumns *self = WEFT_SEARCH_COLUMNS (widget);
  int room = find_room (self, width);
  gboolean changed = room != self->room;
  int least_width, least_height;

  self->room = room;
  /* Until the layout has changed, the old one may need more than there is. */
  gtk_widget_measure (self->outer, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  width = MAX (width, least_width);
  gtk_widget_measure (self->outer, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL,
                      NULL);
  gtk_widget_size_allocate (self->outer,
                            &(GtkAllocation){ 0, 0, width, MAX (height, least_height) }, -1);
  changed = measure_heights (self) || changed;
  if (changed && self->room_source == 0)
    self->room_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, room_cb, self, NULL);
}

static void
weft_search_columns_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftSearchColumns *self = WEFT_SEARCH_COLUMNS (object);

  if (id >= PROP_START && id <= PROP_END)
    g_value_set_object (value, gtk_scrolled_window_get_child (
                                 GTK_SCROLLED_WINDOW (self->columns[id - PROP_START])));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_search_columns_set_property (GObject *object, guint id, const GValue *value,
                                  GParamSpec *pspec)
{
  WeftSearchColumns *self = WEFT_SEARCH_COLUMNS (object);
  GtkWidget *child;

  if (id < PROP_START || id > PROP_END)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  child = g_value_get_object (value);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->columns[id - PROP_START]), child);
  if (child != NULL)
    g_object_bind_property (child, "visible", self->columns[id - PROP_START], "visible",
                            G_BINDING_SYNC_CREATE);
}

static void
weft_search_columns_dispose (GObject *object)
{
  WeftSearchColumns *self = WEFT_SEARCH_COLUMNS (object);

  g_clear_handle_id (&self->room_source, g_source_remove);
  g_clear_pointer (&self->outer, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_search_columns_parent_class)->dispose (object);
}

static void
weft_search_columns_class_init (WeftSearchColumnsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const char *const names[] = { NULL, "start", "middle", "end" };

  object_class->get_property = weft_search_columns_get_property;
  object_class->set_property = weft_search_columns_set_property;
  object_class->dispose = weft_search_columns_dispose;
  widget_class->measure = weft_search_columns_measure;
  widget_class->size_allocate = weft_search_columns_size_allocate;
  for (guint i = PROP_START; i < N_PROPS; i++)
    properties[i] = g_param_spec_object (names[i], NULL, NULL, GTK_TYPE_WIDGET,
                                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "searchcolumns");
}

static void
weft_search_columns_init (WeftSearchColumns *self)
{
  static const char *const classes[] = { "start", "middle", "end" };

  self->outer = gtk_scrolled_window_new ();
  self->all = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->inner = gtk_scrolled_window_new ();
  self->rest = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      self->columns[i] = gtk_scrolled_window_new ();
      gtk_widget_add_css_class (self->columns[i], classes[i]);
    }
  gtk_widget_set_hexpand (self->columns[MIDDLE], TRUE);
  gtk_widget_set_hexpand (self->inner, TRUE);
  gtk_box_append (GTK_BOX (self->all), self->columns[START]);
  gtk_box_append (GTK_BOX (self->all), self->inner);
  gtk_box_append (GTK_BOX (self->rest), self->columns[MIDDLE]);
  gtk_box_append (GTK_BOX (self->rest), self->columns[END]);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->inner), self->rest);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->outer), self->all);
  weft_scroll_pass_on (self->outer);
  weft_scroll_pass_on (self->inner);
  for (guint i = 0; i < N_COLUMNS; i++)
    weft_scroll_pass_on (self->columns[i]);
  gtk_widget_set_parent (self->outer, GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->room = 3;
  apply_room (self);
}

int
weft_search_columns_get_room (WeftSearchColumns *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_COLUMNS (self), 1);

  return self->room;
}
