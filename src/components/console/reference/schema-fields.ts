import type { JsonSchema } from '#contracts/console/developers/api-document.ts'

export interface Field {
  name: string
  isRequired: boolean
  schema: JsonSchema
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

const variantsOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => [anyOf, oneOf].flat().filter(isSchema)

/** Returns the fields of an object, of the items of a list, or of a nullable object. */
export function schemaFields(schema: JsonSchema): Field[] {
  if (isSchema(schema['items'])) return schemaFields(schema['items'])
  const { properties, required = [] } = schema
  if (!properties) return variantsOf(schema).flatMap(schemaFields)
  return Object.entries(properties).map(([name, each]) => ({
    name,
    isRequired: required.includes(name),
    schema: each,
  }))
}

/** Describes the type of a value, for example 'array of string', 'number or null' or 'one of paid, pending'. */
export function formatShape(schema: JsonSchema): string {
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map(formatShape))].join(' or ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`
  if (isSchema(schema['items'])) return `array of ${formatShape(schema['items'])}`
  const types = [schema.type ?? ''].flat().map((type) => TYPE_LABELS[type] ?? 'any')
  return [types.join(' or '), limitsOf(schema)].filter(Boolean).join(', ')
}

const TYPE_LABELS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  null: 'null',
}

function limitsOf({ format, maxLength }: JsonSchema): string {
  if (format === 'date-time') return 'ISO 8601'
  return typeof maxLength === 'number' && maxLength < 1000 ? `maximum ${maxLength} characters` : ''
}

const MAX_DEPTH = 5

/** Returns an example with only the required fields, up to the maximum depth. */
export function exampleValue(schema: JsonSchema, depth = 0): unknown {
  if (depth > MAX_DEPTH) return {}
  const [variant] = variantsOf(schema)
  if (variant) return exampleValue(variant, depth)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (isSchema(schema['items'])) return [exampleValue(schema['items'], depth + 1)]
  if (schema.properties) return exampleObject(schema, depth)
  return plainExample(schema)
}

/** Returns an example of a primitive value; null if the schema is nullable. */
const plainExample = ({ type = '' }: JsonSchema): unknown =>
  typeof type === 'string' ? (PLAIN[type] ?? null) : null

function exampleObject(schema: JsonSchema, depth: number): Record<string, unknown> {
  const needed = schemaFields(schema).filter(({ isRequired }) => isRequired)
  return Object.fromEntries(needed.map(({ name, schema: each }) => [name, exampleValue(each, depth + 1)]))
}

const PLAIN: Readonly<Record<string, unknown>> = {
  string: '…',
  number: 10,
  integer: 1,
  boolean: true,
  object: {},
}
