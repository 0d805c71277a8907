/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of a study: how far it is, with a button that cancels it; that it was cancelled, has failed or is dated, with
 * one that asks again. Nothing while there is nothing to say. */
#pragma once

#include <gtk/gtk.h>

#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

/* Actions "study.ask", "study.cancel". */
#define WEFT_TYPE_STUDY_BAR (weft_study_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftStudyBar, weft_study_bar, WEFT, STUDY_BAR, GtkWidget)

void        weft_study_bar_bind        (WeftStudyBar        *self,
                                        WeftWhatifJob       *job,
                                        WeftWhatifStudyKind  kind);
/* Whether the view asks by itself as soon as something is another, so that nobody has to be told. */
void        weft_study_bar_set_follows (WeftStudyBar        *self,
                                        gboolean             follows);
/* A view that shows one of two studies. */
void        weft_study_bar_set_kind    (WeftStudyBar        *self,
                                        WeftWhatifStudyKind  kind);
void        weft_study_bar_update      (WeftStudyBar        *self);
/* "" for nothing. */
const char *weft_study_bar_get_words   (WeftStudyBar        *self);

G_END_DECLS
