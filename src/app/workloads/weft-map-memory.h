/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workloads outlive the window: what a job has is kept with what else the window remembers. No widgets. */
#pragma once

#include "app/workloads/weft-map-job.h"

G_BEGIN_DECLS

/* What workloads there are, which is chosen and how it is mapped, as lines. (transfer full) */
GStrv weft_map_memory_write  (WeftMapJob        *job);
/* Lines that cannot be read are left out. */
void  weft_map_memory_read   (WeftMapJob        *job,
                              const char *const *lines);

/* Fills a job with what there was the last time, and from then on keeps what it has. */
void  weft_map_memory_attach (WeftMapJob        *job);
/* The job of a document, which its pages share: made by the first that asks, and gone with the last. (transfer full) */
WeftMapJob *weft_map_memory_job_of (WeftSession *session);
/* Before the job goes: what has changed a moment ago is kept too. */
void  weft_map_memory_save   (WeftMapJob        *job);

G_END_DECLS
