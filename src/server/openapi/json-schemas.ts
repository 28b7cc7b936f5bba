import * as z from 'zod/mini'
import type { JsonSchema } from '#contracts/api-document.ts'

/**
 * What may be sent (`input`) or will come (`output`). Answers may grow: fields that a client doesn't know are no error, so nothing
 * says of them that there are no others.
 */
export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.type === 'object') Object.assign(jsonSchema, maxPropertiesOf(zodSchema))
      if (io === 'output') delete jsonSchema.additionalProperties
      // The pattern of a date says the same as its format, in a thousand letters.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'email') delete jsonSchema.pattern
    },
  })
  // What zod makes is JSON Schema; its own type has the keywords of all versions.
  return made as JsonSchema
}

/** The bound of a record, which is in the parameters of its check: JSON Schema has a keyword for it, zod has none. */
function maxPropertiesOf({ _zod }: z.core.$ZodType): { maxProperties?: number } {
  const params = (_zod.def.checks ?? []).map((check) => Object(Object(check._zod.def)['params']))
  const maxProperties: unknown = params.find((each) => 'maxProperties' in each)?.maxProperties
  return typeof maxProperties === 'number' ? { maxProperties } : {}
}
