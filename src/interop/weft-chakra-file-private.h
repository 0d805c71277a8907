/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nodes of one trace file one after the other, with the attributes that are known at hand. */
#pragma once

#include "interop/weft-chakra-arena-private.h"
#include "interop/weft-chakra-records-private.h"

G_BEGIN_DECLS

/* As the format numbers them. */
typedef enum
{
  WEFT_CHAKRA_INVALID,
  WEFT_CHAKRA_METADATA,
  WEFT_CHAKRA_MEM_LOAD,
  WEFT_CHAKRA_MEM_STORE,
  WEFT_CHAKRA_COMP,
  WEFT_CHAKRA_COMM_SEND,
  WEFT_CHAKRA_COMM_RECV,
  WEFT_CHAKRA_COMM_COLL,
  WEFT_N_CHAKRA_TYPES,
} WeftChakraType;

/* Attributes that something is made of. From KERNEL on they are Weft's own: what the format has no place for. */
typedef enum
{
  WEFT_CHAKRA_IS_CPU_OP,
  WEFT_CHAKRA_NUM_OPS,
  WEFT_CHAKRA_TENSOR_SIZE,
  WEFT_CHAKRA_COMM_TYPE,
  WEFT_CHAKRA_COMM_SIZE,
  WEFT_CHAKRA_COMM_SRC,
  WEFT_CHAKRA_COMM_DST,
  WEFT_CHAKRA_COMM_TAG,
  WEFT_CHAKRA_PG_NAME,
  WEFT_CHAKRA_DURATION_NS,
  WEFT_CHAKRA_KERNEL,
  WEFT_CHAKRA_IS_CONTROL,
  WEFT_CHAKRA_LAUNCH_S,    /* seconds that are no whole number of nanoseconds, or of which only a part is computing */
  WEFT_CHAKRA_COMPUTE_S,
  WEFT_CHAKRA_MEMORY_S,
  WEFT_CHAKRA_EXACT_BYTES, /* bytes that are no whole number */
  WEFT_CHAKRA_COMM_ROOT,
  WEFT_CHAKRA_PROVIDER,
  WEFT_N_CHAKRA_KEYS,
} WeftChakraKey;

typedef enum
{
  WEFT_CHAKRA_ABSENT,
  WEFT_CHAKRA_EMPTY,   /* there, but without a value */
  WEFT_CHAKRA_INTEGER,
  WEFT_CHAKRA_HUGE,    /* an integer of 2^63 or more */
  WEFT_CHAKRA_REAL,
  WEFT_CHAKRA_TEXT,
  WEFT_CHAKRA_OTHER,
} WeftChakraForm;

/**
 * WeftChakraValue: (skip)
 * @form: which of the others counts
 * @member: what the format calls the type that was written: "uint64_val"
 */
typedef struct
{
  WeftChakraForm form;
  const char *member;
  union
  {
    gint64 integer;
    guint64 huge;
    double real;
    const char *text;
  };
} WeftChakraValue;

/**
 * WeftChakraNode: (skip)
 * @type: a #WeftChakraType, or what else the file says
 * @deps: of control, and of data
 * @values: (nullable): the text of its inputs
 *
 * Texts and arrays last until the next node.
 */
typedef struct
{
  guint64 id;
  const char *name;
  int type;
  guint64 duration_us;
  const guint64 *deps[2];
  gsize n_deps[2];
  const char *values;
  WeftChakraValue value[WEFT_N_CHAKRA_KEYS];
} WeftChakraNode;

/**
 * WeftChakraHead: (skip)
 * @rank_name: (nullable): what the rank is called
 * @groups: (nullable): process groups as JSON
 * @providers: (nullable): remote memory as JSON
 * @folds: (nullable): repeated iterations as JSON
 *
 * The first record. Weft alone writes what may be %NULL, the JSON only into the first file.
 */
typedef struct
{
  char *version;
  char *rank_name;
  char *groups;
  char *providers;
  char *folds;
} WeftChakraHead;

#define WEFT_N_CHAKRA_HEAD_TEXTS 4

/**
 * WeftChakraFile: (skip)
 * @unknown: (nullable): names of attributes that are not known, as a set
 *
 * A file that is being read.
 */
typedef struct
{
  WeftChakraRecords records;
  WeftChakraArena arena;
  WeftChakraHead head;
  WeftChakraNode node;
  gboolean has_node;
  GHashTable *unknown;
} WeftChakraFile;

/* Reads the first record. @self has to be cleared also after an error. */
gboolean    weft_chakra_file_open       (WeftChakraFile   *self,
                                         const char       *path,
                                         GHashTable       *unknown,
                                         GCancellable     *cancellable,
                                         GError          **error);
gboolean    weft_chakra_file_init       (WeftChakraFile   *self,
                                         GInputStream     *stream,
                                         const char       *name,
                                         GHashTable       *unknown,
                                         GCancellable     *cancellable,
                                         GError          **error);
void        weft_chakra_head_clear      (WeftChakraHead   *self);
/* The place of one of its texts beside the version, and what its attribute is called. */
char      **weft_chakra_head_text       (WeftChakraHead   *self,
                                         guint             i,
                                         const char      **name);
void        weft_chakra_file_clear      (WeftChakraFile   *self);
/* The next node in @self->node. FALSE at the end, and with an error. */
gboolean    weft_chakra_file_next       (WeftChakraFile   *self,
                                         GError          **error);
/* Sets a WEFT_SIM_ERROR "NAME: record 3 (byte 62): node 4 "load": ...". Always FALSE. */
gboolean    weft_chakra_file_refuse     (WeftChakraFile   *self,
                                         int               code,
                                         GError          **error,
                                         const char       *format,
                                         ...) G_GNUC_PRINTF (4, 5);

/* "COMM_SEND"; NULL for what is none. */
const char *weft_chakra_type_name       (int               type);
const char *weft_chakra_key_name        (WeftChakraKey     key);

gboolean    weft_chakra_file_has        (WeftChakraFile   *self,
                                         WeftChakraKey     key);
/* Attributes of the node, of any type of the kind; absent ones and those of another kind are errors that name node and
 * attribute. */
gboolean    weft_chakra_file_integer    (WeftChakraFile   *self,
                                         WeftChakraKey     key,
                                         gint64           *value,
                                         GError          **error);
/* Not negative. */
gboolean    weft_chakra_file_count      (WeftChakraFile   *self,
                                         WeftChakraKey     key,
                                         double           *value,
                                         GError          **error);
/* Finite and not negative; an integer does. */
gboolean    weft_chakra_file_amount     (WeftChakraFile   *self,
                                         WeftChakraKey     key,
                                         double           *value,
                                         GError          **error);
/* Of a rank or the like, below 2^32 - 1. */
gboolean    weft_chakra_file_index      (WeftChakraFile   *self,
                                         WeftChakraKey     key,
                                         guint32          *value,
                                         GError          **error);
gboolean    weft_chakra_file_text       (WeftChakraFile   *self,
                                         WeftChakraKey     key,
                                         const char      **value,
                                         GError          **error);

G_END_DECLS
