/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run holds all that its pictures need, so that it can be looked at when the design has long become another. */
#include "config.h"

#include "app/simulate/weft-simulation.h"

#include <glib/gi18n.h>

#include "base/weft-quantity.h"

struct _WeftSimulation
{
  GObject parent_instance;

  WeftSimRequest *request;
  WeftInventory *inventory;
  WeftMapMachine *machine;
  WeftSimAnswer *answer;
  WeftGantt *chart;
  WeftGantt *link_chart;
  char *run; /* (nullable) */
  WeftSimAgain again;
};

G_DEFINE_FINAL_TYPE (WeftSimulation, weft_simulation, G_TYPE_OBJECT)

static void
weft_simulation_finalize (GObject *object)
{
  WeftSimulation *self = WEFT_SIMULATION (object);

  g_clear_pointer (&self->request, weft_sim_request_free);
  g_clear_pointer (&self->chart, weft_gantt_unref);
  g_clear_pointer (&self->link_chart, weft_gantt_unref);
  g_clear_pointer (&self->answer, weft_sim_answer_free);
  g_clear_pointer (&self->machine, weft_map_machine_unref);
  g_clear_object (&self->inventory);
  g_free (self->run);
  G_OBJECT_CLASS (weft_simulation_parent_class)->finalize (object);
}

static void
weft_simulation_class_init (WeftSimulationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_simulation_finalize;
}

static void
weft_simulation_init (WeftSimulation *self)
{
}

WeftSimulation *
weft_simulation_new (const WeftSimRequest *request, WeftInventory *inventory, WeftMapMachine *machine,
                     WeftSimAnswer *answer)
{
  WeftSimulation *self = g_object_new (WEFT_TYPE_SIMULATION, NULL);

  self->request = weft_sim_request_copy (request);
  self->inventory = g_object_ref (inventory);
  self->machine = weft_map_machine_ref (machine);
  self->answer = answer;
  self->chart = weft_gantt_new_for_run (answer->result, NULL);
  self->link_chart = weft_gantt_new_for_links (answer->result);
  return self;
}

void
weft_simulation_set_run (WeftSimulation *self, const char *path, WeftSimAgain again)
{
  g_return_if_fail (WEFT_IS_SIMULATION (self));

  g_free (self->run);
  self->run = g_strdup (path);
  self->again = again;
}

const char *
weft_simulation_get_title (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->request->title;
}

char *
weft_simulation_dup_words (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return g_strdup_printf ("%s · %s", weft_sim_model_nick (self->request->settings.model),
                          self->request->settings.closed_form ? _("closed form")
                                                     : weft_sim_algorithm_nick (self->request->settings.collectives));
}

const WeftSimRequest *
weft_simulation_get_request (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->request;
}

const WeftSimSettings *
weft_simulation_get_settings (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return &self->request->settings;
}

WeftInventory *
weft_simulation_get_inventory (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->inventory;
}

WeftMapMachine *
weft_simulation_get_machine (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->machine;
}

WeftSimResult *
weft_simulation_get_result (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->answer->result;
}

WeftGantt *
weft_simulation_get_chart (WeftSimulation *self, gboolean by_links)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return by_links ? self->link_chart : self->chart;
}

double
weft_simulation_get_mapping_s (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), 0);

  return self->answer->mapped_s;
}

GPtrArray *
weft_simulation_get_notes (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->answer->notes;
}

char *
weft_simulation_dup_makespan (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return weft_quantity_format (self->answer->result->makespan_s, WEFT_UNIT_S);
}

const char *
weft_simulation_get_run (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->run;
}

WeftSimAgain
weft_simulation_get_again (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), WEFT_SIM_AGAIN_NONE);

  return self->again;
}
