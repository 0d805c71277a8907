/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel in the name of a task of a file that has no kernels: what is left without the task's number. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "bwa_ID0000003", "bwa_3", "bwa (3, 4)" and "bwa #3" are "bwa". The whole name when nothing else is in it.
 * (transfer full) */
char *weft_kernel_name (const char *name);

G_END_DECLS
