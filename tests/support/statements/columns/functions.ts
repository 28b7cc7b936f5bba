import type { PgFunction } from './catalogue.ts'

/** Operators that return null only for null. JSON's `->`, `->>`, `#>` and `#>>` are not among them. */
const OPERATORS = new Set('+ - * / % || = <> < <= > >= ~~ @> &&'.split(' '))

/** Functions, casts included, that return null only for null, or never. */
const FUNCTIONS = new Set(
  `btrim concat_ws current_setting date date_trunc encode extract float8 floor hashtext int4 int8 json_build_array json_build_object jsonb_build_object
  left lower make_interval numeric pg_try_advisory_lock pg_try_advisory_xact_lock regexp_replace split_part timestamptz timezone
  to_char to_json to_jsonb`.split(/\s+/),
)

export const isNeverNull = ({ name }: PgFunction): boolean => OPERATORS.has(name) || FUNCTIONS.has(name)
