/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view is filled when it is looked at. */
#include "config.h"

#include "app/calibration/weft-calibration-views.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "calib/weft-fit-summary.h"
#include "draw/calib/weft-calib-tables.h"

struct _WeftCalibrationViews
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkStack *fitted; /* all that needs a fit, or what to do to get one */
  WeftSeriesView *series;
  GtkLabel *error_words;
  WeftTableView *errors;
  WeftTableView *platforms;
  GtkStack *compared;
  WeftTableView *trends;
  WeftProjectionView *projection;

  WeftCalibrationJob *job;
  char *view;
  WeftFit *errors_of;             /* (nullable): what tables are made of */
  WeftMeasurements *platforms_of; /* (nullable) */
  GPtrArray *trends_of;           /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftCalibrationViews, weft_calibration_views, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- errors --- */

static void
append_part (GString *words, const WeftFit *fit, WeftFitPart part, const char *format)
{
  WeftFitSummary summary;
  g_autofree char *share = NULL;

  weft_fit_summarise (fit, part, -1, -1, &summary);
  if (summary.n_points == 0)
    return;
  share = g_strdup_printf ("%.1f %%", 100 * summary.error);
  if (words->len > 0)
    g_string_append (words, " · ");
  g_string_append_printf (words, "%s %s", format, share);
}

static void
fill_errors (WeftCalibrationViews *self)
{
  WeftFit *fit = weft_calibration_job_get_fit (self->job);
  g_autoptr (GString) words = g_string_new (NULL);

  if (fit == self->errors_of)
    return;
  g_clear_pointer (&self->errors_of, weft_fit_unref);
  self->errors_of = weft_fit_ref (fit);
  append_part (words, fit, WEFT_FIT_COMPUTE, _("Computing"));
  append_part (words, fit, WEFT_FIT_COMM, _("Communication"));
  gtk_label_set_text (self->error_words, words->str);
  weft_table_view_set_table (self->errors, weft_table_fit_errors (fit));
}

/* --- platforms --- */

static void
fill_platforms (WeftCalibrationViews *self)
{
  WeftMeasurements *measurements = weft_calibration_job_get_measurements (self->job);

  if (measurements == self->platforms_of)
    return;
  g_clear_pointer (&self->platforms_of, weft_measurements_unref);
  if (measurements != NULL)
    self->platforms_of = weft_measurements_ref (measurements);
  weft_table_view_set_table (self->platforms,
                             measurements != NULL ? weft_table_fit_platforms (measurements) : NULL);
}

/* --- scaling --- */

static void
fill_trends (WeftCalibrationViews *self)
{
  GPtrArray *trends = weft_calibration_job_get_trends (self->job);

  gtk_stack_set_visible_child_name (self->compared, trends == NULL     ? "none"
                                                    : trends->len == 0 ? "nothing"
                                                                       : "trends");
  if (trends == self->trends_of)
    return;
  g_clear_pointer (&self->trends_of, g_ptr_array_unref);
  if (trends == NULL)
    return;
  self->trends_of = g_ptr_array_ref (trends);
  weft_table_view_set_table (self->trends, weft_table_trends (weft_calibration_job_get_fit (self->job), trends));
}

/* --- which --- */

static void
show_view (WeftCalibrationViews *self)
{
  gboolean platforms = g_str_equal (self->view, "platforms");
  gboolean none = self->job == NULL || weft_calibration_job_get_fit (self->job) == NULL;

  gtk_stack_set_visible_child_name (self->fitted, none && !platforms ? "none" : self->view);
  if (self->job == NULL)
    return;
  if (platforms)
    fill_platforms (self);
  else if (none)
    return;
  else if (g_str_equal (self->view, "series"))
    weft_series_view_update (self->series);
  else if (g_str_equal (self->view, "errors"))
    fill_errors (self);
  else if (g_str_equal (self->view, "scaling"))
    fill_trends (self);
  else
    weft_projection_view_update (self->projection);
}

/* --- class --- */

static void
weft_calibration_views_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    g_value_set_string (value, WEFT_CALIBRATION_VIEWS (object)->view);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_calibration_views_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    weft_calibration_views_set_view (WEFT_CALIBRATION_VIEWS (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_calibration_views_dispose (GObject *object)
{
  WeftCalibrationViews *self = WEFT_CALIBRATION_VIEWS (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->view, g_free);
  g_clear_pointer (&self->errors_of, weft_fit_unref);
  g_clear_pointer (&self->platforms_of, weft_measurements_unref);
  g_clear_pointer (&self->trends_of, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_calibration_views_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, content);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, fitted);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, series);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, error_words);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, errors);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, platforms);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, compared);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, trends);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationViews, projection);
}

static void
weft_calibration_views_class_init (WeftCalibrationViewsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_calibration_views_get_property;
  object_class->set_property = weft_calibration_views_set_property;
  object_class->dispose = weft_calibration_views_dispose;
  properties[PROP_VIEW] = g_param_spec_string (
    "view", NULL, NULL, "series", G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_PROJECTION_VIEW);
  g_type_ensure (WEFT_TYPE_SERIES_VIEW);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_install_property_action (widget_class, "calibrated.view", "view");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "calibrationviews");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-calibration-views.ui");
  bind_children (widget_class);
}

static void
weft_calibration_views_init (WeftCalibrationViews *self)
{
  self->view = g_strdup ("series");
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->errors, _("Mean error by operator and platform"));
  weft_table_view_set_label (self->platforms, _("Platforms that were measured"));
  weft_table_view_set_label (self->trends, _("Scaling of communication"));
}

void
weft_calibration_views_bind (WeftCalibrationViews *self, WeftCalibrationJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_VIEWS (self) && WEFT_IS_CALIBRATION_JOB (job));

  g_set_object (&self->job, job);
  weft_series_view_bind (self->series, job, bar);
  weft_projection_view_bind (self->projection, job);
}

void
weft_calibration_views_update (WeftCalibrationViews *self)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_VIEWS (self));

  show_view (self);
}

void
weft_calibration_views_set_view (WeftCalibrationViews *self, const char *view)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_VIEWS (self) && view != NULL);

  if (g_str_equal (view, self->view))
    return;
  g_free (self->view);
  self->view = g_strdup (view);
  show_view (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

const char *
weft_calibration_views_get_view (WeftCalibrationViews *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEWS (self), NULL);

  return self->view;
}

WeftSeriesView *
weft_calibration_views_get_series (WeftCalibrationViews *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEWS (self), NULL);

  return self->series;
}

WeftProjectionView *
weft_calibration_views_get_projection (WeftCalibrationViews *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEWS (self), NULL);

  return self->projection;
}

WeftTableView *
weft_calibration_views_get_table (WeftCalibrationViews *self, const char *view)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEWS (self) && view != NULL, NULL);

  return g_str_equal (view, "errors")      ? self->errors
         : g_str_equal (view, "platforms") ? self->platforms
         : g_str_equal (view, "scaling")   ? self->trends
                                           : NULL;
}
