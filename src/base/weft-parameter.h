/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of things that are made of a few values, such as templates of machines and generators of workloads: a
 * table that forms, help texts and the check of JSON are built from. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_PARAMETER_ERROR (weft_parameter_error_quark ())

/**
 * WeftParameterError:
 * @WEFT_PARAMETER_ERROR_UNKNOWN: there is no such parameter
 * @WEFT_PARAMETER_ERROR_TYPE: a value of another type
 * @WEFT_PARAMETER_ERROR_RANGE: a number outside of what the parameter takes, or none of the words
 */
typedef enum
{
  WEFT_PARAMETER_ERROR_UNKNOWN,
  WEFT_PARAMETER_ERROR_TYPE,
  WEFT_PARAMETER_ERROR_RANGE,
} WeftParameterError;

/**
 * WeftParameterType:
 * @WEFT_PARAMETER_WHOLE: a whole number
 * @WEFT_PARAMETER_NUMBER: a number
 * @WEFT_PARAMETER_TEXT: a word, such as the name of a part
 * @WEFT_PARAMETER_LIST: a list, whose elements are for its owner to check
 * @WEFT_PARAMETER_CHOICE: one of a few words
 * @WEFT_PARAMETER_FLAG: true or false
 */
typedef enum
{
  WEFT_PARAMETER_WHOLE,
  WEFT_PARAMETER_NUMBER,
  WEFT_PARAMETER_TEXT,
  WEFT_PARAMETER_LIST,
  WEFT_PARAMETER_CHOICE,
  WEFT_PARAMETER_FLAG,
} WeftParameterType;

/**
 * WeftParameter: (skip)
 * @key: the key in JSON, and the option on the command line
 * @title: what it is, for people, not translated yet
 * @unit: (nullable): unit of the number
 * @type: what kind of value it takes
 * @initial: what counts when it is left out, as JSON
 * @min: least number, of each element in a list
 * @max: greatest number
 * @choices: (nullable): the words of a choice, with commas between them
 */
typedef struct
{
  const char *key;
  const char *title;
  const char *unit;
  WeftParameterType type;
  const char *initial;
  double min;
  double max;
  const char *choices;
} WeftParameter;

WEFT_API GQuark      weft_parameter_error_quark (void);
/* The parameters that are given, checked, and what counts for the rest. @given: (nullable). NULL is as good as absent.
 * Messages name @owner ("hpcg") and the parameter. (transfer full) (nullable) */
WEFT_API JsonObject *weft_parameters_fill       (const WeftParameter  *params,
                                                 guint                 n_params,
                                                 const char           *owner,
                                                 JsonObject           *given,
                                                 GError              **error);
/* Of one text, as a command line has it: "104", "metis", "true", "4,4". (transfer full) (nullable) */
WEFT_API JsonNode   *weft_parameter_parse       (const WeftParameter  *param,
                                                 const char           *text,
                                                 GError              **error);
WEFT_API gboolean    weft_parameter_has_range   (const WeftParameter  *param);
/* The parameter itself, as programs read it. (transfer full) */
WEFT_API JsonObject *weft_parameter_to_json     (const WeftParameter  *param);

G_END_DECLS
