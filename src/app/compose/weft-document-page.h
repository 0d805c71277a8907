/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one open design shows: its pages (Compose with cards or canvas, and those of
 * weft-document-pages.h) and the strip below them. */
#pragma once

#include <adwaita.h>

#include "app/compose/weft-partition-card.h"
#include "app/compose/weft-score-panel.h"
#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_DOCUMENT_PAGE (weft_document_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftDocumentPage, weft_document_page, WEFT, DOCUMENT_PAGE, GtkWidget)

GtkWidget         *weft_document_page_new           (WeftSession      *session);
WeftSession       *weft_document_page_get_session   (WeftDocumentPage *self);
AdwViewStack      *weft_document_page_get_pages     (WeftDocumentPage *self);
gboolean           weft_document_page_show_page     (WeftDocumentPage *self,
                                                     const char       *name);
WeftPartitionCard *weft_document_page_get_card      (WeftDocumentPage *self,
                                                     guint             index);
void               weft_document_page_add_partition (WeftDocumentPage *self);
gboolean           weft_document_page_go_to         (WeftDocumentPage *self,
                                                     const char       *pointer);

G_END_DECLS
