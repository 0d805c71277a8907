/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The amount is typed as people write it ("1 MW", "300kW", "50 M$"); what is no amount is refused
 * in the row, and the design stays as it was. */
#include "config.h"

#include "app/compose/weft-facility-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/compose/weft-field-row.h"
#include "app/compose/weft-notes-row.h"
#include "app/compose/weft-part-chooser.h"
#include "app/compose/weft-value-entry.h"
#include "app/compose/weft-workload-row.h"
#include "base/weft-quantity.h"

struct _WeftFacilityCard
{
  GtkWidget parent_instance;

  GtkWidget *list;
  WeftFieldRow *name_row, *budget_row, *profile_row;
  WeftValueEntry *name;
  GtkDropDown *kind;
  WeftValueEntry *amount;
  WeftPartChooser *profile;
  WeftWorkloadRow *workload;
  WeftNotesRow *notes;

  WeftSession *session;
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (WeftFacilityCard, weft_facility_card, GTK_TYPE_WIDGET)

/* Positions in the kind's list. */
enum
{
  KIND_POWER,
  KIND_COST,
};

static gboolean
is_cost (WeftFacilityCard *self)
{
  return gtk_drop_down_get_selected (self->kind) == KIND_COST;
}

/* The document's amount, else the one that the profile gives. */
static double
find_amount (WeftFacilityCard *self, gboolean *cost)
{
  double amount = NAN;
  WeftBudget budget = weft_design_get_budget (weft_session_get_design (self->session), &amount);
  WeftInventory *inventory = weft_session_get_inventory (self->session);

  *cost = budget == WEFT_BUDGET_COST;
  if (budget == WEFT_BUDGET_DEFAULT && inventory != NULL)
    weft_profile_get_number (weft_inventory_get_profile (inventory), "default_power_w", &amount,
                             NULL);
  return amount;
}

static void
refuse_amount (WeftFacilityCard *self, const char *message)
{
  weft_field_row_set_refusal (self->budget_row, message);
  if (message != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->amount), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->amount), "error");
}

static void
show_amount (WeftFacilityCard *self)
{
  gboolean cost;
  double amount = find_amount (self, &cost);
  g_autofree char *text = weft_quantity_format (amount, cost ? WEFT_UNIT_USD : WEFT_UNIT_W);
  gboolean usual = weft_design_get_budget (weft_session_get_design (self->session), NULL)
                   == WEFT_BUDGET_DEFAULT;
  gboolean showing = self->showing;

  self->showing = TRUE;
  gtk_drop_down_set_selected (self->kind, cost ? KIND_COST : KIND_POWER);
  weft_value_entry_show (self->amount, isnan (amount) ? "" : text);
  weft_field_row_set_words (self->budget_row, usual ? _("The profile’s usual budget") : NULL);
  refuse_amount (self, NULL);
  self->showing = showing;
}

/* The kind that is chosen counts for a plain number; a unit tells the kind by itself. */
static gboolean
parse_amount (WeftFacilityCard *self, const char *text, gboolean *cost, double *amount,
              GError **error)
{
  *cost = is_cost (self);
  if (weft_quantity_parse (text, *cost ? WEFT_UNIT_USD : WEFT_UNIT_W, amount, error))
    return TRUE;
  if (!weft_quantity_parse (text, *cost ? WEFT_UNIT_W : WEFT_UNIT_USD, amount, NULL))
    return FALSE;
  g_clear_error (error);
  *cost = !*cost;
  return TRUE;
}

static void
amount_typed_cb (WeftFacilityCard *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  gboolean cost;
  double amount;

  if (*stripped == '\0')
    {
      weft_value_entry_reset (self->amount);
      return;
    }
  if (!parse_amount (self, stripped, &cost, &amount, &error))
    {
      refuse_amount (self, error->message);
      return;
    }
  if (amount <= 0)
    {
      g_autofree char *message =
        g_strdup_printf (_("“%s”: a budget must be more than zero"), stripped);

      refuse_amount (self, message);
      return;
    }
  weft_session_set_number (self->session, cost ? "/facility/cost_usd" : "/facility/power_w",
                           amount, FALSE);
  /* An amount that is the old one in other words changes nothing, but the words go. */
  show_amount (self);
}

static void
amount_reset_cb (WeftFacilityCard *self)
{
  if (self->session != NULL)
    show_amount (self);
}

/* A power cannot become a cost by itself: the other kind starts with what the design costs or
 * takes now. */
static void
kind_changed_cb (WeftFacilityCard *self)
{
  WeftEvaluation *evaluation;
  double amount;

  if (self->showing || self->session == NULL)
    return;
  evaluation = weft_session_get_evaluation (self->session);
  if (evaluation == NULL)
    amount = NAN;
  else if (is_cost (self))
    amount = weft_evaluation_get_cost_usd (evaluation);
  else
    amount = weft_evaluation_get_power_w (evaluation);
  if (isnan (amount) || amount <= 0)
    {
      /* Leaving the field without an amount brings the document's kind back. */
      gtk_editable_set_text (GTK_EDITABLE (self->amount), "");
      gtk_widget_grab_focus (GTK_WIDGET (self->amount));
      return;
    }
  weft_session_set_number (self->session,
                           is_cost (self) ? "/facility/cost_usd" : "/facility/power_w", amount,
                           FALSE);
}

static void
name_typed_cb (WeftFacilityCard *self, const char *text)
{
  weft_session_set_text (self->session, "/name", text, FALSE);
}

static void
profile_chosen_cb (WeftFacilityCard *self, const char *id)
{
  weft_session_set_text (self->session, "/profile", id, FALSE);
}

static void
weft_facility_card_dispose (GObject *object)
{
  WeftFacilityCard *self = WEFT_FACILITY_CARD (object);

  self->showing = TRUE;
  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_facility_card_parent_class)->dispose (object);
}

static void
weft_facility_card_class_init (WeftFacilityCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_facility_card_dispose;
  g_type_ensure (WEFT_TYPE_FIELD_ROW);
  g_type_ensure (WEFT_TYPE_NOTES_ROW);
  g_type_ensure (WEFT_TYPE_PART_CHOOSER);
  g_type_ensure (WEFT_TYPE_VALUE_ENTRY);
  g_type_ensure (WEFT_TYPE_WORKLOAD_ROW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "facilitycard");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-facility-card.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, list);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, name_row);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, budget_row);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, profile_row);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, name);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, kind);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, amount);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, profile);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, workload);
  gtk_widget_class_bind_template_child (widget_class, WeftFacilityCard, notes);
  gtk_widget_class_bind_template_callback (widget_class, name_typed_cb);
  gtk_widget_class_bind_template_callback (widget_class, kind_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, amount_typed_cb);
  gtk_widget_class_bind_template_callback (widget_class, amount_reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, profile_chosen_cb);
}

static void
weft_facility_card_init (WeftFacilityCard *self)
{
  self->showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_part_chooser_set_label (self->profile, _("Profile"));
  /* The button inside a drop-down is what the keyboard meets; GTK leaves it without a name. */
  gtk_accessible_update_property (
    GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (self->kind))),
    GTK_ACCESSIBLE_PROPERTY_LABEL, _("What limits the design"), -1);
  self->showing = FALSE;
}

void
weft_facility_card_bind (WeftFacilityCard *self, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_FACILITY_CARD (self) && WEFT_IS_SESSION (session));

  g_set_object (&self->session, session);
  weft_workload_row_bind (self->workload, session);
  weft_notes_row_bind (self->notes, session);
  weft_facility_card_show (self);
}

/* Takes what the document says over into the controls, also in place of what is being typed. */
void
weft_facility_card_show (WeftFacilityCard *self)
{
  WeftDesign *design;
  WeftEvaluator *evaluator;

  g_return_if_fail (WEFT_IS_FACILITY_CARD (self) && self->session != NULL);

  design = weft_session_get_design (self->session);
  evaluator = weft_engine_get_evaluator (weft_session_get_engine (self->session));
  self->showing = TRUE;
  weft_value_entry_show (self->name, weft_design_get_name (design));
  show_amount (self);
  weft_workload_row_show (self->workload);
  weft_notes_row_show (self->notes);
  if (evaluator != NULL)
    {
      guint at;
      g_autoptr (GListModel) profiles = weft_part_list_profiles (
        weft_evaluator_get_catalog (evaluator), weft_design_get_profile (design), &at);

      weft_part_chooser_set_parts (self->profile, profiles, at);
    }
  self->showing = FALSE;
}

static WeftFieldRow *
find_row (WeftFacilityCard *self, const char *pointer)
{
  if (g_str_equal (pointer, "/name"))
    return self->name_row;
  if (g_str_has_prefix (pointer, "/facility"))
    return self->budget_row;
  if (g_str_equal (pointer, "/profile"))
    return self->profile_row;
  return NULL;
}

void
weft_facility_card_show_violations (WeftFacilityCard *self, GListModel *violations)
{
  g_return_if_fail (WEFT_IS_FACILITY_CARD (self));

  weft_field_row_set_problem (self->name_row, NULL);
  weft_field_row_set_problem (self->budget_row, NULL);
  weft_field_row_set_problem (self->profile_row, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);
      WeftFieldRow *row = find_row (self, weft_violation_get_path (violation));

      if (row != NULL)
        weft_field_row_set_problem (row, violation);
    }
  weft_workload_row_show_violations (self->workload, violations);
}

/* FALSE when @pointer belongs to none of these rows. */
gboolean
weft_facility_card_focus_field (WeftFacilityCard *self, const char *pointer)
{
  WeftFieldRow *row;

  g_return_val_if_fail (WEFT_IS_FACILITY_CARD (self) && pointer != NULL, FALSE);

  if (g_str_has_prefix (pointer, "/workload"))
    {
      weft_workload_row_reveal (self->workload);
      return TRUE;
    }
  if (g_str_equal (pointer, "/notes"))
    {
      weft_notes_row_reveal (self->notes);
      return TRUE;
    }
  row = find_row (self, pointer);
  if (row == NULL)
    return FALSE;
  weft_field_row_reveal (row, row == self->name_row     ? GTK_WIDGET (self->name)
                              : row == self->budget_row ? GTK_WIDGET (self->amount)
                                                        : GTK_WIDGET (self->profile));
  return TRUE;
}

/* For a narrow column: the amount's unit alone tells power from cost. */
void
weft_facility_card_set_narrow (WeftFacilityCard *self)
{
  g_return_if_fail (WEFT_IS_FACILITY_CARD (self));

  gtk_widget_set_visible (GTK_WIDGET (self->kind), FALSE);
}

GtkWidget *
weft_facility_card_get_amount (WeftFacilityCard *self)
{
  g_return_val_if_fail (WEFT_IS_FACILITY_CARD (self), NULL);

  return GTK_WIDGET (self->amount);
}
