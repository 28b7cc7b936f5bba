import { expect, test } from 'vitest'
import type { JsonSchema } from '#contracts/console/developers/api-document.ts'
import { listContracts } from '#server/openapi/list-contracts.ts'
import { inputFields } from '#tests/support/input-fields.ts'

/** Specification §7: arbitrary debug data of a page. The log omits what exceeds its limits. */
const ANYTHING = ['POST /api/tracking-debug/log body data.{}']

test('every text, list, record and number that anybody sends has a bound', () => {
  const unbounded = listContracts().flatMap(({ contract }) =>
    inputFields(contract).flatMap(({ part, path, schema }) => {
      const why = whyUnbounded(schema)
      return why === undefined ? [] : [`${contract.method} ${contract.path} ${part} ${path}: ${why}`]
    }),
  )
  expect(unbounded.filter((each) => !ANYTHING.some((allowed) => each.startsWith(allowed)))).toEqual([])
})

const LOOSE: readonly { what: string; schema: JsonSchema }[] = [
  { what: 'a text', schema: { type: 'string' } },
  { what: 'a text that a pattern leaves open', schema: { type: 'string', pattern: '^[a-z]+$' } },
  { what: 'a moment', schema: { type: 'string', format: 'date-time' } },
  { what: 'a list', schema: { type: 'array', items: { type: 'boolean' } } },
  { what: 'a record', schema: { type: 'object', additionalProperties: { type: 'boolean' } } },
  { what: 'a number', schema: { type: 'number', minimum: 0 } },
  { what: 'a whole number', schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
  { what: 'anything', schema: {} },
]

test.each(LOOSE)('$what without a bound is detected', ({ schema }) => {
  expect(whyUnbounded(schema)).toBeDefined()
})

function whyUnbounded(schema: JsonSchema): string | undefined {
  if ('enum' in schema || 'const' in schema || 'anyOf' in schema || 'oneOf' in schema) return undefined
  const types: unknown[] = [schema['type']].flat()
  return types.map((type) => BOUNDED[String(type)]?.(schema)).find((why) => why !== undefined)
}

const BOUNDED: Readonly<Record<string, (schema: JsonSchema) => string | undefined>> = {
  string: (schema) =>
    schema['maxLength'] !== undefined || schema['format'] === 'uuid' || isFinite(schema['pattern'])
      ? undefined
      : 'a text without a greatest length',
  array: (schema) => (schema['maxItems'] === undefined ? 'a list without a greatest count' : undefined),
  object: (schema) =>
    schema.properties || schema['maxProperties'] !== undefined
      ? undefined
      : 'a record without a greatest count',
  number: isInRange,
  integer: isInRange,
  boolean: () => undefined,
  null: () => undefined,
  undefined: () => 'anything at all',
}

function isInRange(schema: JsonSchema): string | undefined {
  const least = schema['minimum'] ?? schema['exclusiveMinimum']
  const most = schema['maximum'] ?? schema['exclusiveMaximum']
  const isBounded = Number(least) > Number.MIN_SAFE_INTEGER && Number(most) < Number.MAX_SAFE_INTEGER
  return isBounded ? undefined : 'a number without bounds'
}

/** True when a pattern covers the whole text and has no unbounded repetition. */
function isFinite(pattern: unknown): boolean {
  const plain = (typeof pattern === 'string' ? pattern : '')
    .replaceAll(/\\./g, 'e')
    .replaceAll(/\[[^\]]*\]/g, 'c')
  return /^\^.*\$$/.test(plain) && !/[*+]|\{\d+,\}/.test(plain)
}
