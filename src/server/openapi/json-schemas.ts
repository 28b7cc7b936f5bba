import * as z from 'zod/mini'
import type { JsonSchema } from '#contracts/console/developers/api-document.ts'

const FORMATS = new Set<string | undefined>(['date-time', 'email', 'uuid'])

/**
 * Returns the JSON Schema of input or output. An output schema allows additional fields, so that responses can get new
 * fields.
 */
export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.type === 'object') Object.assign(jsonSchema, maxPropertiesOf(zodSchema))
      if (jsonSchema.type === 'integer') jsonSchema.format = integerFormat(jsonSchema)
      // `const` is removed, because Python's generator compares `true` with the text "true".
      if (jsonSchema.type === 'boolean') delete jsonSchema.const
      if (jsonSchema.type === 'number') jsonSchema.format = 'double'
      if (io === 'output') delete jsonSchema.additionalProperties
      // `pattern` is removed, because it repeats the format with up to a thousand characters.
      if (FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern
    },
  })
  // zod produces JSON Schema; its type allows keywords of all versions.
  return made as JsonSchema
}

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 }

/**
 * Returns the format of an integer. Without one, generated clients in some languages use 32 bits, which aren't enough for
 * amounts and times.
 */
const integerFormat = ({ minimum = -Infinity, maximum = Infinity }: z.core.JSONSchema.BaseSchema): string =>
  minimum >= INT32.min && maximum <= INT32.max ? 'int32' : 'int64'

/**
 * Returns the maximum number of a record's entries. Read from the parameters of its check, because zod doesn't export it as
 * a keyword.
 */
function maxPropertiesOf({ _zod }: z.core.$ZodType): { maxProperties?: number } {
  const params = (_zod.def.checks ?? []).map((check) => Object(Object(check._zod.def)['params']))
  const maxProperties: unknown = params.find((each) => 'maxProperties' in each)?.maxProperties
  return typeof maxProperties === 'number' ? { maxProperties } : {}
}
