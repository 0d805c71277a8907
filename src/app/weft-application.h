/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The application: one instance, one window, the style and the shortcuts. */
#pragma once

#include <adwaita.h>

#include "app/weft-engine.h"

G_BEGIN_DECLS

#define WEFT_TYPE_APPLICATION (weft_application_get_type ())
G_DECLARE_FINAL_TYPE (WeftApplication, weft_application, WEFT, APPLICATION, AdwApplication)

WeftApplication *weft_application_new        (void);
WeftEngine      *weft_application_get_engine (WeftApplication *self);

G_END_DECLS
