/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All children get the same size, so that what they show can be compared. */
#include "config.h"

#include "app/charts/weft-side-by-side.h"

#define GAP 12

struct _WeftSideBySide
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftSideBySide, weft_side_by_side, GTK_TYPE_WIDGET)

static int
count (GtkWidget *widget)
{
  int n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += gtk_widget_get_visible (child);
  return n;
}

/* Of one child, the greatest. */
static void
measure_one (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural)
{
  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int least = 0, wanted = 0;

      if (!gtk_widget_get_visible (child))
        continue;
      gtk_widget_measure (child, orientation, for_size, &least, &wanted, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, wanted);
    }
}

static gboolean
has_room (GtkWidget *widget, int width)
{
  int n = count (widget), minimum, natural;

  measure_one (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural);
  return width >= n * minimum + (n - 1) * GAP;
}

static int
stretch (int one, int n)
{
  return n > 0 ? n * one + (n - 1) * GAP : 0;
}

static void
weft_side_by_side_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  int n = count (widget);
  gboolean beside = orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0 && has_room (widget, for_size);

  measure_one (widget, orientation, -1, minimum, natural);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = stretch (*natural, n);
  else if (!beside)
    {
      *minimum = stretch (*minimum, n);
      *natural = stretch (*natural, n);
    }
}

static void
weft_side_by_side_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gboolean beside = has_room (widget, width), mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int n = count (widget), i = 0;
  int w = beside ? (width - (n - 1) * GAP) / MAX (n, 1) : width;
  int h = beside ? height : (height - (n - 1) * GAP) / MAX (n, 1);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkAllocation box = { 0, beside ? 0 : i * (h + GAP), w, h };

      if (!gtk_widget_get_visible (child))
        continue;
      if (beside)
        box.x = mirrored ? width - w - i * (w + GAP) : i * (w + GAP);
      gtk_widget_size_allocate (child, &box, -1);
      i++;
    }
}

static GtkSizeRequestMode
weft_side_by_side_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_side_by_side_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (weft_side_by_side_parent_class)->dispose (object);
}

static void
weft_side_by_side_class_init (WeftSideBySideClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_side_by_side_dispose;
  widget_class->measure = weft_side_by_side_measure;
  widget_class->size_allocate = weft_side_by_side_size_allocate;
  widget_class->get_request_mode = weft_side_by_side_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "sidebyside");
}

static void
weft_side_by_side_init (WeftSideBySide *self)
{
}
