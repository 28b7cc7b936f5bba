import type { PgFunction } from './catalogue.ts'

/** Operators that return null only for null. JSON's `->`, `->>`, `#>` and `#>>` are not among them. */
const OPERATORS = new Set('+ - * / % || = <> < <= > >= ~~ !~~ ~~* ~ !~ ~* @> <@ && <% %> # & |'.split(' '))

/** Functions that return null only for null, or never. */
const FUNCTIONS = new Set(
  `abs ceil floor round trunc mod lower upper left right trim btrim ltrim rtrim replace regexp_replace concat concat_ws length
  to_char timezone date_trunc date_part extract encode md5 starts_with split_part cardinality array_to_string string_to_array
  make_interval now clock_timestamp statement_timestamp gen_random_uuid hashtext hashtextextended current_setting
  json_build_array jsonb_build_array to_json to_jsonb
  pg_try_advisory_lock pg_try_advisory_xact_lock
  numeric int4 int8 float8 text date timestamptz timestamp bool order_search_text`.split(/\s+/),
)

export const isNeverNull = ({ name }: PgFunction): boolean => OPERATORS.has(name) || FUNCTIONS.has(name)
