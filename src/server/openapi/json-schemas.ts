import * as z from 'zod/mini'
import type { JsonSchema } from '#contracts/console/developers/api-document.ts'

const FORMATS = new Set<string | undefined>(['date-time', 'email', 'uuid'])

/**
 * Returns the JSON Schema of input or output. That of output allows additional fields, so that fields can be added to
 * responses.
 */
export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.type === 'object') Object.assign(jsonSchema, maxPropertiesOf(zodSchema))
      if (jsonSchema.type === 'integer') jsonSchema.format = integerFormat(jsonSchema)
      // Python's generator compares `true` with the text "true".
      if (jsonSchema.type === 'boolean') delete jsonSchema.const
      if (jsonSchema.type === 'number') jsonSchema.format = 'double'
      if (io === 'output') delete jsonSchema.additionalProperties
      // The pattern duplicates the format, at up to a thousand characters.
      if (FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern
    },
  })
  // zod produces JSON Schema; its type allows keywords of all versions.
  return made as JsonSchema
}

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 }

/** Generated clients in languages with sized numbers take 32 bits unless the format says otherwise: too few for amounts and times. */
const integerFormat = ({ minimum = -Infinity, maximum = Infinity }: z.core.JSONSchema.BaseSchema): string =>
  minimum >= INT32.min && maximum <= INT32.max ? 'int32' : 'int64'

/** Maximum number of a record's entries. Read from the parameters of its check, because zod has no keyword for it. */
function maxPropertiesOf({ _zod }: z.core.$ZodType): { maxProperties?: number } {
  const params = (_zod.def.checks ?? []).map((check) => Object(Object(check._zod.def)['params']))
  const maxProperties: unknown = params.find((each) => 'maxProperties' in each)?.maxProperties
  return typeof maxProperties === 'number' ? { maxProperties } : {}
}
