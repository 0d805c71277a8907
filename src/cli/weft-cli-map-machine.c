/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design as `weft map` needs it: read, flattened, and as a platform. */
#include "cli/weft-cli-map-machine.h"

static int
read_design (WeftCliMachine *machine, const WeftCliOptions *options, const char *path)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  const char *profile = options->profile;

  machine->evaluator = weft_cli_evaluator (options);
  if (machine->evaluator == NULL || !weft_cli_components (machine->evaluator))
    return WEFT_EXIT_BAD;
  switch (weft_cli_read_design (path, violations, &machine->design))
    {
    case WEFT_READ_DONE:
      break;
    case WEFT_READ_STRUCTURE:
      return weft_cli_refuse_structure (options, violations);
    case WEFT_READ_FAILED:
    default:
      return WEFT_EXIT_BAD;
    }
  machine->inventory = weft_evaluator_get_inventory (
      machine->evaluator, profile != NULL ? profile : weft_design_get_profile (machine->design), &error);
  if (machine->inventory == NULL)
    return weft_cli_fail (error);
  g_object_ref (machine->inventory);
  return WEFT_EXIT_DONE;
}

int
weft_cli_machine_read_flat (WeftCliMachine *machine, const WeftCliOptions *options, const char *path)
{
  g_autoptr (GError) error = NULL;
  int status = read_design (machine, options, path);

  machine->notes = g_ptr_array_new_with_free_func (g_free);
  if (status != WEFT_EXIT_DONE)
    return status;
  machine->flat = weft_machine_flatten (machine->design, machine->inventory, &error);
  return machine->flat != NULL ? WEFT_EXIT_DONE : weft_cli_fail (error);
}

int
weft_cli_machine_read (WeftCliMachine *machine, const WeftCliOptions *options, const char *path)
{
  g_autoptr (GError) error = NULL;
  int status = weft_cli_machine_read_flat (machine, options, path);

  if (status != WEFT_EXIT_DONE)
    return status;
  machine->platform = weft_platform_from_flat (machine->flat, machine->inventory, machine->notes, NULL, &error);
  return machine->platform != NULL ? WEFT_EXIT_DONE : weft_cli_fail_mapping (error);
}

void
weft_cli_machine_clear (WeftCliMachine *machine)
{
  g_clear_pointer (&machine->platform, weft_platform_unref);
  g_clear_pointer (&machine->flat, weft_flat_free);
  g_clear_object (&machine->design);
  g_clear_object (&machine->inventory);
  g_clear_object (&machine->evaluator);
  g_clear_pointer (&machine->notes, g_ptr_array_unref);
}

int
weft_cli_fail_mapping (const GError *error)
{
  weft_cli_fail (error);
  return error->domain == WEFT_MAPPER_ERROR ? WEFT_EXIT_NO : WEFT_EXIT_BAD;
}
