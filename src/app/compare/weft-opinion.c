/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One evaluation at a time in a worker; changes that come meanwhile are joined into one next evaluation. */
#include "config.h"

#include "app/compare/weft-opinion.h"

struct _WeftOpinion
{
  GObject parent_instance;

  WeftSession *session;
  WeftDesign *design; /* that is followed: after a reload the session has another one */
  char *profile;
  WeftEvaluation *evaluation;
  char *failure; /* (nullable) */
  GCancellable *cancellable;
  gboolean running;
  gboolean stale;
};

G_DEFINE_FINAL_TYPE (WeftOpinion, weft_opinion, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_EVALUATION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void evaluate (WeftOpinion *self);

static void
evaluated_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftOpinion) self = WEFT_OPINION (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) evaluation =
    weft_evaluator_evaluate_finish (WEFT_EVALUATOR (source), result, &error);

  self->running = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (self->stale)
    {
      evaluate (self);
      return;
    }
  g_free (self->failure);
  self->failure = evaluation == NULL ? g_strdup (error->message) : NULL;
  g_set_object (&self->evaluation, evaluation);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EVALUATION]);
}

static void
evaluate (WeftOpinion *self)
{
  WeftEvaluator *evaluator = weft_engine_get_evaluator (weft_session_get_engine (self->session));

  self->stale = self->running;
  if (self->running || evaluator == NULL)
    return;
  self->running = TRUE;
  weft_evaluator_evaluate_async (evaluator, self->design, self->profile, self->cancellable,
                                 evaluated_cb, g_object_ref (self));
}

static void
failed_cb (WeftOpinion *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EVALUATION]);
}

static void
follow_design (WeftOpinion *self)
{
  WeftDesign *design = weft_session_get_design (self->session);

  if (self->design != design)
    {
      if (self->design != NULL)
        g_signal_handlers_disconnect_by_data (self->design, self);
      g_set_object (&self->design, design);
      g_signal_connect_object (design, "changed", G_CALLBACK (evaluate), self, G_CONNECT_SWAPPED);
    }
  evaluate (self);
}

static void
weft_opinion_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_EVALUATION)
    g_value_set_object (value, WEFT_OPINION (object)->evaluation);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_opinion_dispose (GObject *object)
{
  WeftOpinion *self = WEFT_OPINION (object);

  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (weft_opinion_parent_class)->dispose (object);
}

static void
weft_opinion_finalize (GObject *object)
{
  WeftOpinion *self = WEFT_OPINION (object);

  g_clear_object (&self->session);
  g_clear_object (&self->design);
  g_clear_object (&self->evaluation);
  g_clear_object (&self->cancellable);
  g_free (self->profile);
  g_free (self->failure);
  G_OBJECT_CLASS (weft_opinion_parent_class)->finalize (object);
}

static void
weft_opinion_class_init (WeftOpinionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = weft_opinion_get_property;
  object_class->dispose = weft_opinion_dispose;
  object_class->finalize = weft_opinion_finalize;
  properties[PROP_EVALUATION] = g_param_spec_object (
    "evaluation", NULL, NULL, WEFT_TYPE_EVALUATION,
    G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_opinion_init (WeftOpinion *self)
{
  self->cancellable = g_cancellable_new ();
}

WeftOpinion *
weft_opinion_new (WeftSession *session, const char *profile)
{
  WeftOpinion *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session) && profile != NULL, NULL);

  self = g_object_new (WEFT_TYPE_OPINION, NULL);
  self->session = g_object_ref (session);
  self->profile = g_strdup (profile);
  g_signal_connect_object (session, "notify::design", G_CALLBACK (follow_design), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_session_get_engine (session), "notify::evaluator",
                           G_CALLBACK (evaluate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_session_get_engine (session), "notify::failure",
                           G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  follow_design (self);
  return self;
}

WeftSession *
weft_opinion_get_session (WeftOpinion *self)
{
  g_return_val_if_fail (WEFT_IS_OPINION (self), NULL);

  return self->session;
}

const char *
weft_opinion_get_profile (WeftOpinion *self)
{
  g_return_val_if_fail (WEFT_IS_OPINION (self), NULL);

  return self->profile;
}

/* (nullable) (transfer none): the newest finished one. */
WeftEvaluation *
weft_opinion_get_evaluation (WeftOpinion *self)
{
  g_return_val_if_fail (WEFT_IS_OPINION (self), NULL);

  return self->evaluation;
}

/* (nullable): why there is no evaluation, and why there will be none without a catalog. */
const char *
weft_opinion_get_failure (WeftOpinion *self)
{
  g_return_val_if_fail (WEFT_IS_OPINION (self), NULL);

  return self->failure != NULL ? self->failure
                               : weft_engine_get_failure (weft_session_get_engine (self->session));
}
