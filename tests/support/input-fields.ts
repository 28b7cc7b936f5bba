import type { JsonSchema } from '#contracts/console/developers/api-document.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { toJsonSchema } from '#server/openapi/json-schemas.ts'

export const PARTS = ['params', 'query', 'body'] as const
export type Part = (typeof PARTS)[number]

/** An input field: `items.[].ticketTypeId` of a body; `{name}` is the key of an entry, `{}` its value. */
export interface InputField {
  part: Part
  path: string
  schema: JsonSchema
}

/** All input fields of a contract, with every variant of unions. */
export const inputFields = (contract: Endpoint): InputField[] =>
  PARTS.flatMap((part) => {
    const schema = contract[part]
    return schema ? fieldsOf(toJsonSchema(schema, 'input')).map((field) => ({ part, ...field })) : []
  })

type Field = Omit<InputField, 'part'>

export function fieldsOf(schema: JsonSchema, path = ''): Field[] {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`)
  return [
    { path, schema },
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => fieldsOf(each, below(name))),
    ...kindsOf(schema).flatMap((each) => fieldsOf(each, path)),
    ...partOf(schema, 'items').flatMap((each) => fieldsOf(each, below('[]'))),
    ...partOf(schema, 'propertyNames').flatMap((each) => fieldsOf(each, below('{name}'))),
    ...partOf(schema, 'additionalProperties').flatMap((each) => fieldsOf(each, below('{}'))),
  ]
}

export const kindsOf = (schema: JsonSchema): JsonSchema[] =>
  [schema['anyOf'], schema['oneOf']].flatMap(schemasIn)

export const partOf = (schema: JsonSchema, keyword: string): JsonSchema[] => schemasIn(schema[keyword])

const schemasIn = (value: unknown): JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : isSchema(value) ? [value] : []

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
