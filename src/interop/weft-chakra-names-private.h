/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the format calls its attributes, types and collectives. */
#pragma once

#include "interop/weft-chakra-file-private.h"
#include "sim/weft-sim-trace.h"

G_BEGIN_DECLS

#define WEFT_CHAKRA_KEY_IGNORED (-1)
#define WEFT_CHAKRA_KEY_UNKNOWN (-2)

/* A #WeftChakraKey, or one of the above. */
int         weft_chakra_key_find   (const char  *name);

/* The number of a collective as the format has it; FALSE for what is none. */
gboolean    weft_chakra_comm_read  (gint64       number,
                                    WeftSimComm *comm);
gint64      weft_chakra_comm_write (WeftSimComm  comm);
/* Whether comm_size is what one rank of the group has, not the whole buffer. */
gboolean    weft_chakra_is_shard   (WeftSimComm  comm);

G_END_DECLS
