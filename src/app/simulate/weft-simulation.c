/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run holds all that its pictures need, so that it can be looked at when the design has long become another. */
#include "config.h"

#include "app/simulate/weft-simulation.h"

#include <glib/gi18n.h>

#include "base/weft-quantity.h"

struct _WeftSimulation
{
  GObject parent_instance;

  char *title;
  WeftSimSettings settings;
  WeftInventory *inventory;
  WeftMapMachine *machine;
  WeftSimResult *result;
  double mapping_s;
  GPtrArray *notes;
  WeftGantt *chart;
  WeftGantt *link_chart;
};

G_DEFINE_FINAL_TYPE (WeftSimulation, weft_simulation, G_TYPE_OBJECT)

static void
weft_simulation_finalize (GObject *object)
{
  WeftSimulation *self = WEFT_SIMULATION (object);

  g_free (self->title);
  g_clear_pointer (&self->chart, weft_gantt_unref);
  g_clear_pointer (&self->link_chart, weft_gantt_unref);
  g_clear_pointer (&self->result, weft_sim_result_unref);
  g_clear_pointer (&self->machine, weft_map_machine_unref);
  g_clear_object (&self->inventory);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
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
weft_simulation_new (const char *title, const WeftSimSettings *settings, WeftInventory *inventory,
                     WeftMapMachine *machine, WeftSimResult *result, double mapping_s, GPtrArray *notes)
{
  WeftSimulation *self = g_object_new (WEFT_TYPE_SIMULATION, NULL);

  self->title = g_strdup (title);
  self->settings = *settings;
  self->inventory = g_object_ref (inventory);
  self->machine = weft_map_machine_ref (machine);
  self->result = result;
  self->mapping_s = mapping_s;
  self->notes = notes;
  self->chart = weft_gantt_new_for_run (result, NULL);
  self->link_chart = weft_gantt_new_for_links (result);
  return self;
}

const char *
weft_simulation_get_title (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->title;
}

char *
weft_simulation_dup_words (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return g_strdup_printf ("%s · %s", weft_sim_model_nick (self->settings.model),
                          self->settings.closed_form ? _("closed form")
                                                     : weft_sim_algorithm_nick (self->settings.collectives));
}

const WeftSimSettings *
weft_simulation_get_settings (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return &self->settings;
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

  return self->result;
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

  return self->mapping_s;
}

GPtrArray *
weft_simulation_get_notes (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return self->notes;
}

char *
weft_simulation_dup_makespan (WeftSimulation *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATION (self), NULL);

  return weft_quantity_format (self->result->makespan_s, WEFT_UNIT_S);
}
