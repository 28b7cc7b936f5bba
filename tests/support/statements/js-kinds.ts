import pg from 'pg'
import type { Catalogue } from './columns/catalogue.ts'
// Sets the pool's parsers.
import '#server/platform/db/pool.ts'

/** What a value of PostgreSQL is in JavaScript. */
export type JsKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'other' | { item: JsKind }

/** A text of each category of types, or type, to try its parser. */
const SAMPLES: Readonly<Record<string, string>> = {
  B: 't',
  D: '2026-11-23 20:00:00',
  N: '1',
  S: 'a',
  bytea: String.raw`\x61`,
  json: '{"a":1}',
  jsonb: '{"a":1}',
  uuid: '00000000-0000-0000-0000-000000000000',
}

/** What the pool's parser makes of a column of the type. */
export function kindOfColumn({ types }: Pick<Catalogue, 'types'>, oid: number): JsKind {
  const type = types.get(oid)
  if (!type) return 'other'
  if (type.category === 'A') return { item: kindOfColumn({ types }, type.element) }
  const sample = SAMPLES[type.name] ?? SAMPLES[type.category]
  return sample === undefined ? 'other' : kindOfValue(pg.types.getTypeParser(oid)(sample))
}

function kindOfValue(value: unknown): JsKind {
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'string' ? 'string' : 'json'
}

/** What a value of the type becomes in JSON: times and binary values become strings. */
export function kindInJson({ types }: Pick<Catalogue, 'types'>, oid: number): JsKind {
  const type = types.get(oid)
  if (!type) return 'other'
  if (type.category === 'A') return { item: kindInJson({ types }, type.element) }
  return IN_JSON[type.name] ?? IN_JSON[type.category] ?? 'string'
}

const IN_JSON: Readonly<Record<string, JsKind>> = { B: 'boolean', N: 'number', json: 'json', jsonb: 'json' }
