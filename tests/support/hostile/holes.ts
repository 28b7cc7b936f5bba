import type { JsonSchema } from '#contracts/console/developers/api-document.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { toJsonSchema } from '#server/openapi/json-schemas.ts'
import { kindsOf, PARTS, partOf, type Part } from '../input-fields.ts'

export type Sent = Partial<Record<Part, unknown>>

/** A position in a contract's input that can be replaced; the rest is valid. */
export interface Hole {
  path: string
  kind: 'text' | 'number'
  schema: JsonSchema
  fill: (value: unknown) => Sent
}

export const fair = (contract: Endpoint): Sent =>
  Object.fromEntries(
    PARTS.flatMap((part) => {
      const schema = contract[part]
      return schema ? [[part, sampleOf(toJsonSchema(schema, 'input'), '')]] : []
    }),
  )

export function holesOf(contract: Endpoint): Hole[] {
  const whole = fair(contract)
  return PARTS.flatMap((part) => {
    const schema = contract[part]
    if (!schema) return []
    return holesIn(toJsonSchema(schema, 'input'), part).map(({ fill, ...hole }) => ({
      ...hole,
      fill: (value) => ({ ...whole, [part]: fill(value) }),
    }))
  })
}

type PartHole = Omit<Hole, 'fill'> & { fill: (value: unknown) => unknown }

function holesIn(schema: JsonSchema, path: string): PartHole[] {
  const inside = (below: readonly PartHole[], around: (value: unknown) => unknown): PartHole[] =>
    below.map((hole) => ({ ...hole, fill: (value) => around(hole.fill(value)) }))
  const own = leavesOf(schema).map((kind): PartHole => ({ path, kind, schema, fill: (value) => value }))
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    inside(holesIn(each, `${path}.${name}`), (value) => ({ ...sampleObject(schema), [name]: value })),
  )
  const name: PartHole[] =
    schema.properties || schema['additionalProperties']
      ? [
          {
            path: `${path}.{name}`,
            kind: 'text',
            schema: {},
            fill: (value) => ({ ...sampleObject(schema), [String(value)]: 'x' }),
          },
        ]
      : []
  const entries = partOf(schema, 'additionalProperties').flatMap((each) =>
    inside(holesIn(each, `${path}.{}`), (value) => ({ a: value })),
  )
  const items = partOf(schema, 'items').flatMap((each) =>
    inside(holesIn(each, `${path}.[]`), (value) => [value]),
  )
  const kinds = kindsOf(schema).flatMap((each) => holesIn(each, path))
  return [...own, ...properties, ...name, ...entries, ...items, ...kinds]
}

function leavesOf(schema: JsonSchema): Hole['kind'][] {
  if ('const' in schema) return []
  const types: unknown[] = [schema['type']].flat()
  return [
    ...(types.includes('string') ? (['text'] as const) : []),
    ...(types.includes('number') || types.includes('integer') ? (['number'] as const) : []),
  ]
}

function sampleObject(schema: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, each]) => [name, sampleOf(each, name)]),
  )
}

/** Minimal value that the schema accepts. */
function sampleOf(schema: JsonSchema, name: string): unknown {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const [kind] = kindsOf(schema)
  if (kind) return sampleOf(kind, name)
  const [type] = [schema['type']].flat()
  return SAMPLES[String(type)]?.(schema, name) ?? null
}

const sampleNumber = (schema: JsonSchema): number => Math.max(1, Number(schema['minimum'] ?? 1))

const SAMPLES: Readonly<Record<string, (schema: JsonSchema, name: string) => unknown>> = {
  object: sampleObject,
  array: (schema, name) =>
    partOf(schema, 'items')
      .slice(0, Number(schema['minItems'] ?? 0))
      .map((each) => sampleOf(each, name)),
  string: sampleText,
  number: sampleNumber,
  integer: sampleNumber,
  boolean: () => false,
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b',
  email: 'ada@example.com',
  'date-time': '2027-01-01T00:00:00Z',
  date: '2027-01-01',
}

/** Ends are after starts. */
const LATER = '2027-01-02T00:00:00Z'

const BY_NAME: readonly (readonly [name: RegExp, text: string])[] = [
  [/^(startsAt|doorsAt|dates|localStart)$/, '2027-01-01T20:00'],
  [/^(endsAt|localEnd)$/, '2027-01-01T23:00'],
  [/^(from|to)$/, '2026-11-01'],
  [/timeZone/i, 'Europe/Berlin'],
  [/email|replyTo/i, 'ada@example.com'],
  [/url/i, 'https://127.0.0.1/x'],
  [/country/, 'Germany'],
  [/password/i, 'correct horse battery'],
]

const TEXTS = [
  'EUR',
  '#4f46e5',
  'CODE-1',
  '2027-01-01T20:00',
  'sandbox-connect',
  '4242 4242 4242 4242',
  '12/30',
  '123',
  'Words',
  'words',
  '',
]

const byFormat = ({ format }: JsonSchema, name: string): string | undefined =>
  format === 'date-time' && /endsAt/i.test(name) ? LATER : BY_FORMAT[String(format)]

function sampleText(schema: JsonSchema, name: string): string {
  const known = byFormat(schema, name) ?? BY_NAME.find(([each]) => each.test(name))?.[1]
  if (known !== undefined) return known
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : undefined
  if (pattern) return TEXTS.find((text) => pattern.test(text)) ?? ''
  return 'Words'.padEnd(Number(schema['minLength'] ?? 0), 's').slice(0, Number(schema['maxLength'] ?? 5))
}
