/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a document's search shall do when it is started next. */
#include "config.h"

#include "app/search/weft-search-job-private.h"

void
weft_search_job_set_space (WeftSearchJob *self, const char *space)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self) && space != NULL);

  g_free (self->space);
  self->space = g_strdup (space);
}

const char *
weft_search_job_get_space (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return self->space;
}

void
weft_search_job_set_methods (WeftSearchJob *self, const char *const *methods)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self) && methods != NULL);

  g_strfreev (self->methods);
  self->methods = g_strdupv ((GStrv) methods);
}

const char *const *
weft_search_job_get_methods (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return (const char *const *) self->methods;
}

void
weft_search_job_set_budget (WeftSearchJob *self, guint budget)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  self->budget = MIN (budget, WEFT_SEARCH_JOB_MOST_BUDGET);
}

guint
weft_search_job_get_budget (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), 0);

  return self->budget;
}

void
weft_search_job_set_seeds (WeftSearchJob *self, const char *seeds)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self) && seeds != NULL);

  g_free (self->seeds);
  self->seeds = g_strdup (seeds);
}

const char *
weft_search_job_get_seeds (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), NULL);

  return self->seeds;
}

void
weft_search_job_set_records (WeftSearchJob *self, gboolean records)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  self->records = records;
}

gboolean
weft_search_job_get_records (WeftSearchJob *self)
{
  g_return_val_if_fail (WEFT_IS_SEARCH_JOB (self), FALSE);

  return self->records;
}

void
weft_search_job_set_folder (WeftSearchJob *self, const char *folder)
{
  g_return_if_fail (WEFT_IS_SEARCH_JOB (self));

  g_free (self->folder);
  self->folder = g_strdup (folder);
}
