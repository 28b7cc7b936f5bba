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
    override: ({ jsonSchema }) => {
      if (io === 'output') delete jsonSchema.additionalProperties
      // The pattern of a date says the same as its format, in a thousand letters.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'email') delete jsonSchema.pattern
    },
  })
  // What zod makes is JSON Schema; its own type has the keywords of all versions.
  return made as JsonSchema
}
