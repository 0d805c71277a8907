/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remote memory of a trace: what the user gives, else what Weft has written into the first file. */
#pragma once

#include "interop/weft-chakra-file-private.h"
#include "interop/weft-chakra.h"

G_BEGIN_DECLS

gboolean weft_chakra_providers_add   (const WeftChakraOptions  *options,
                                      WeftChakraFile           *file,
                                      WeftSimBuilder           *builder,
                                      guint32                  *n_providers,
                                      GError                  **error);
/* Those of a trace as JSON; NULL when it has none. (transfer full) */
char    *weft_chakra_providers_write (const WeftSimTrace       *trace);

G_END_DECLS
