/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line a page: to add a page, add its line here and its key to the help overlay. */
#include "config.h"

#include "app/weft-document-pages.h"

#include <glib/gi18n.h>

#include "app/trail/weft-trail-page.h"

const WeftDocumentPageInfo weft_document_pages[] = {
  { "trail", N_("Trail"), "document-open-recent-symbolic", "<Control>3", weft_trail_page_new },
  { NULL },
};
