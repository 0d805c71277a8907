/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A queue of jobs for one thread; a journal is touched by that thread only. */
#include "app/recovery/weft-journal-worker.h"

typedef enum
{
  JOB_ORIGIN,
  JOB_WRITE,
  JOB_DISCARD,
  JOB_REMOVE,
  JOB_RELEASE,
} JobKind;

typedef struct
{
  JobKind kind;
  WeftJournalStore *store;
  WeftDesign *design;     /* of JOB_WRITE, a copy that nobody else has */
  guint n_changes;
  gint64 time_s;
  char *path;
  char *digest;
  WeftRecovery *recovery; /* of JOB_DISCARD */
} Job;

struct _WeftJournalStore
{
  WeftJournal *journal;
  char *failure; /* (nullable): why the newest writing failed */
  GWeakRef owner;
  WeftJournalTold told;
};

typedef struct
{
  GObject *owner;
  WeftJournalTold told;
  char *failure;
} News;

static GMutex lock;
static GCond idle;
static guint n_waiting; /* under the lock */

static gboolean
tell_cb (gpointer data)
{
  News *news = data;

  news->told (news->owner, news->failure);
  return G_SOURCE_REMOVE;
}

/* The owner may have its last reference here, which ends in the main thread. */
static void
news_free (gpointer data)
{
  News *news = data;

  g_object_unref (news->owner);
  g_free (news->failure);
  g_free (news);
}

static void
take_failure (WeftJournalStore *store, const GError *error)
{
  const char *failure = error == NULL ? NULL : error->message;
  GObject *owner;
  News *news;

  if (g_strcmp0 (store->failure, failure) == 0)
    return;
  g_free (store->failure);
  store->failure = g_strdup (failure);
  owner = g_weak_ref_get (&store->owner);
  if (owner == NULL)
    return;
  news = g_new0 (News, 1);
  news->owner = owner;
  news->told = store->told;
  news->failure = g_strdup (failure);
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_cb, news, news_free);
}

static void
write_state (Job *job)
{
  g_autoptr (GError) error = NULL;

  weft_journal_write (job->store->journal, job->design, job->n_changes, job->time_s, &error);
  take_failure (job->store, error);
}

/* Only what is safe in the new journal may leave the old one. */
static void
discard_old (Job *job)
{
  g_autoptr (GError) error = NULL;

  if (job->store->failure == NULL && !weft_recovery_discard (job->recovery, &error))
    g_message ("%s", error->message);
}

static void
release (WeftJournalStore *store)
{
  g_object_unref (store->journal);
  g_weak_ref_clear (&store->owner);
  g_free (store->failure);
  g_free (store);
}

static void
do_job (Job *job)
{
  switch (job->kind)
    {
    case JOB_ORIGIN:
      weft_journal_set_origin (job->store->journal, job->path, job->digest);
      break;
    case JOB_WRITE:
      write_state (job);
      break;
    case JOB_DISCARD:
      discard_old (job);
      break;
    case JOB_REMOVE:
      weft_journal_remove (job->store->journal);
      break;
    case JOB_RELEASE:
    default:
      release (job->store);
    }
}

static void
work (gpointer data, gpointer nothing)
{
  Job *job = data;

  do_job (job);
  g_clear_object (&job->design);
  g_clear_object (&job->recovery);
  g_free (job->path);
  g_free (job->digest);
  g_free (job);
  g_mutex_lock (&lock);
  n_waiting--;
  g_cond_broadcast (&idle);
  g_mutex_unlock (&lock);
}

static Job *
job_new (WeftJournalStore *store, JobKind kind)
{
  Job *job = g_new0 (Job, 1);

  job->store = store;
  job->kind = kind;
  return job;
}

static void
push (Job *job)
{
  static GThreadPool *pool;

  if (pool == NULL)
    pool = g_thread_pool_new (work, NULL, 1, FALSE, NULL);
  g_mutex_lock (&lock);
  n_waiting++;
  g_mutex_unlock (&lock);
  g_thread_pool_push (pool, job, NULL);
}

/* All of these are for the main thread. @told is called as long as @owner lives. */
WeftJournalStore *
weft_journal_store_new (const char *folder, GObject *owner, WeftJournalTold told)
{
  WeftJournalStore *self = g_new0 (WeftJournalStore, 1);

  self->journal = weft_journal_new (folder);
  self->told = told;
  g_weak_ref_init (&self->owner, owner);
  return self;
}

/* The journal is let go; its file stays, if there is one. */
void
weft_journal_store_release (WeftJournalStore *self)
{
  push (job_new (self, JOB_RELEASE));
}

void
weft_journal_store_set_origin (WeftJournalStore *self, const char *path, const char *digest)
{
  Job *job = job_new (self, JOB_ORIGIN);

  job->path = g_strdup (path);
  job->digest = g_strdup (digest);
  push (job);
}

/* @design is copied here. */
void
weft_journal_store_write (WeftJournalStore *self, WeftDesign *design, guint n_changes,
                          gint64 time_s)
{
  Job *job = job_new (self, JOB_WRITE);

  job->design = weft_design_copy (design);
  job->n_changes = n_changes;
  job->time_s = time_s;
  push (job);
}

/* Puts @recovery aside, unless the writing before it has failed. */
void
weft_journal_store_discard (WeftJournalStore *self, WeftRecovery *recovery)
{
  Job *job = job_new (self, JOB_DISCARD);

  job->recovery = g_object_ref (recovery);
  push (job);
}

void
weft_journal_store_remove (WeftJournalStore *self)
{
  push (job_new (self, JOB_REMOVE));
}

void
weft_journal_worker_drain (void)
{
  g_mutex_lock (&lock);
  while (n_waiting > 0)
    g_cond_wait (&idle, &lock);
  g_mutex_unlock (&lock);
}
