/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is left for the KV cache of a language model, and how many tokens fit. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

WEFT_API double weft_llm_kv_room_bytes  (double devices,
                                        double device_bytes,
                                        double fill,
                                        double weight_bytes,
                                        double reserve_bytes);
WEFT_API double weft_llm_kv_room_tokens (double room_bytes,
                                        double kv_bytes_per_token,
                                        double block_tokens);

G_END_DECLS
