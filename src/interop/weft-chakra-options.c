/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Life of the options of a reader of traces. */
#include "interop/weft-chakra.h"

void
weft_chakra_options_clear (WeftChakraOptions *self)
{
  g_clear_pointer (&self->groups, g_hash_table_unref);
  g_clear_pointer (&self->providers, g_array_unref);
  *self = (WeftChakraOptions) { 0 };
}
