/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of the popover that names the profile in use: what it is, what it leaves out, the others to choose from. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

/* @popover: closed by whatever is chosen in it. */
GtkWidget *weft_profile_card_new (WeftSession *session,
                                  GtkPopover  *popover);

G_END_DECLS
