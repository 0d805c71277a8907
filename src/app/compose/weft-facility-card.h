/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for the whole design: its name, its budget and the profile that judges it. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_FACILITY_CARD (weft_facility_card_get_type ())
G_DECLARE_FINAL_TYPE (WeftFacilityCard, weft_facility_card, WEFT, FACILITY_CARD, GtkWidget)

void       weft_facility_card_bind            (WeftFacilityCard *self,
                                               WeftSession      *session);
void       weft_facility_card_show            (WeftFacilityCard *self);
void       weft_facility_card_show_violations (WeftFacilityCard *self,
                                               GListModel       *violations);
gboolean   weft_facility_card_focus_field     (WeftFacilityCard *self,
                                               const char       *pointer);
void weft_facility_card_set_narrow (WeftFacilityCard *self);
GtkWidget *weft_facility_card_get_amount      (WeftFacilityCard *self);

G_END_DECLS
