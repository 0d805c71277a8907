/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choices as keys of hash tables. */
#pragma once

#include "search/hardware/weft-hardware-space-private.h"

G_BEGIN_DECLS

guint    weft_hardware_choice_hash  (gconstpointer choice);
gboolean weft_hardware_choice_equal (gconstpointer a, gconstpointer b);
/* The same on every machine and in every version, which the other hash need not be. */
guint64  weft_hardware_choice_digest (const WeftHardwareChoice *choice);

G_END_DECLS
