import * as z from 'zod/mini'
import type { JsonSchema } from '#contracts/console/developers/api-document.ts'

/** Schema of input or output. Output allows additional fields, so that responses can grow. */
export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.type === 'object') Object.assign(jsonSchema, maxPropertiesOf(zodSchema))
      if (io === 'output') delete jsonSchema.additionalProperties
      // The pattern duplicates the format, at a thousand characters.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'email') delete jsonSchema.pattern
    },
  })
  // zod produces JSON Schema; its type allows keywords of all versions.
  return made as JsonSchema
}

/** Maximum number of a record's entries, from the parameters of its check: zod has no keyword for it. */
function maxPropertiesOf({ _zod }: z.core.$ZodType): { maxProperties?: number } {
  const params = (_zod.def.checks ?? []).map((check) => Object(Object(check._zod.def)['params']))
  const maxProperties: unknown = params.find((each) => 'maxProperties' in each)?.maxProperties
  return typeof maxProperties === 'number' ? { maxProperties } : {}
}
