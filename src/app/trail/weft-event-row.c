/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notifies "event" once, when it is filled. */
#include "app/trail/weft-event-row.h"

struct _WeftEventRow
{
  GObject parent_instance;

  guint64 seq;
  WeftEvent *event; /* (nullable) */
  char *problem;    /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftEventRow, weft_event_row, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_EVENT,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
weft_event_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_EVENT)
    g_value_set_object (value, WEFT_EVENT_ROW (object)->event);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_event_row_finalize (GObject *object)
{
  WeftEventRow *self = WEFT_EVENT_ROW (object);

  g_clear_object (&self->event);
  g_free (self->problem);
  G_OBJECT_CLASS (weft_event_row_parent_class)->finalize (object);
}

static void
weft_event_row_class_init (WeftEventRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_event_row_get_property;
  object_class->finalize = weft_event_row_finalize;
  properties[PROP_EVENT] = g_param_spec_object ("event", NULL, NULL, WEFT_TYPE_EVENT,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_event_row_init (WeftEventRow *self)
{
}

WeftEventRow *
weft_event_row_new (guint64 seq)
{
  WeftEventRow *self = g_object_new (WEFT_TYPE_EVENT_ROW, NULL);

  self->seq = seq;
  return self;
}

guint64
weft_event_row_get_seq (WeftEventRow *self)
{
  g_return_val_if_fail (WEFT_IS_EVENT_ROW (self), 0);

  return self->seq;
}

WeftEvent *
weft_event_row_get_event (WeftEventRow *self)
{
  g_return_val_if_fail (WEFT_IS_EVENT_ROW (self), NULL);

  return self->event;
}

const char *
weft_event_row_get_problem (WeftEventRow *self)
{
  g_return_val_if_fail (WEFT_IS_EVENT_ROW (self), NULL);

  return self->problem;
}

/* @event or @problem is given. */
void
weft_event_row_fill (WeftEventRow *self, WeftEvent *event, const char *problem)
{
  g_return_if_fail (WEFT_IS_EVENT_ROW (self));

  g_set_object (&self->event, event);
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EVENT]);
}
