/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A WfFormat file as it was read: lists of what it says, not yet joined. */
#pragma once

#include "base/weft-json-pull.h"
#include "workload/weft-task-names-private.h"
#include "workload/weft-unread-private.h"
#include "workload/weft-wfformat-private.h"

G_BEGIN_DECLS

/* A task of the specification; its place in the list is its number. */
typedef struct
{
  guint32 stem;
  guint32 ordinal;
  const char *name;
} WeftWfTask;

/* One task names another one, which may come later or not at all. */
typedef struct
{
  guint32 task;
  guint32 stem;
  guint32 ordinal;
  gboolean is_child; /* else a parent of @task */
} WeftWfLink;

typedef struct
{
  guint32 task;
  guint32 file;
  gboolean is_output;
} WeftWfUse;

/* How a task went. */
typedef struct
{
  guint32 stem;
  guint32 ordinal;
  double runtime_s; /* NAN when it is not said */
  double memory_bytes;
  double read_bytes;
  double written_bytes;
} WeftWfRun;

/* One of the machines that a run was on. */
typedef struct
{
  guint32 run;
  guint32 machine;
} WeftWfPlace;

/**
 * WeftWorkflow: (skip)
 * @texts: names, each once
 * @names: ids of tasks
 * @tasks: (element-type WeftWfTask)
 * @links: (element-type WeftWfLink)
 * @uses: (element-type WeftWfUse)
 * @runs: (element-type WeftWfRun)
 * @run_names: ids of runs
 * @places: (element-type WeftWfPlace)
 * @file_index: ids of files -> index + 1
 * @file_ids: (element-type utf8): ids of files
 * @file_bytes: (element-type double): their sizes, NAN when only tasks name them
 * @machine_index: names of machines -> index + 1
 * @machine_hz: (element-type double): their clocks, NAN when not known
 * @version: (nullable): what the file says it is
 * @n_files: files of the specification
 * @n_machines: machines that are described
 * @is_old: tasks stand where older layouts have them
 * @has_specification: there is one with tasks
 * @has_execution: there is one with tasks
 */
typedef struct
{
  const WeftWorkloadText *file;
  WeftJsonPull *pull;
  WeftUnread *unread;
  WeftTaskBuilder *builder;
  GStringChunk *texts;
  WeftTaskNames *names;
  GArray *tasks;
  GArray *links;
  GArray *uses;
  GArray *runs;
  WeftTaskNames *run_names;
  GArray *places;
  GHashTable *file_index;
  GPtrArray *file_ids;
  GArray *file_bytes;
  GHashTable *machine_index;
  GArray *machine_hz;
  char *version;
  guint n_files;
  guint n_machines;
  gboolean is_old;
  gboolean has_specification;
  gboolean has_execution;
} WeftWorkflow;

/* Reads all of @self->pull. */
gboolean       weft_workflow_read              (WeftWorkflow  *self,
                                                GError       **error);

/* Gives the builder a task for each of the specification, with what its run took. */
gboolean       weft_workflow_add_tasks         (WeftWorkflow  *self,
                                                WeftWfStats   *stats,
                                                GError       **error);
/* Gives it the edges, with the bytes of the files that pass along them. */
gboolean       weft_workflow_join              (WeftWorkflow  *self,
                                                WeftWfStats   *stats,
                                                GError       **error);

G_END_DECLS
