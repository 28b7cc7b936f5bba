import * as z from 'zod/mini'
import type { Endpoint } from '#contracts/platform/endpoint.ts'

const known = new WeakMap<Endpoint, Endpoint['body']>()

/** Returns the schema of a contract's body. It rejects unknown fields, unless the contract sets `allowsUnknownFields`. */
export function bodySchema(contract: Endpoint): Endpoint['body'] {
  const { body, allowsUnknownFields } = contract
  if (!body || allowsUnknownFields) return body
  const strict = known.get(contract) ?? toStrict(body)
  known.set(contract, strict)
  return strict
}

function toStrict(schema: z.core.$ZodType): z.ZodMiniType {
  // Safe casts: all schemas of contracts are of these types, and the clone is made by the schema's own class.
  const { def } = (schema as z.core.$ZodTypes)._zod
  return z.core.clone(schema, { ...def, ...strictParts(def) } as never, { parent: true }) as z.ZodMiniType
}

function strictParts(def: z.core.$ZodTypes['_zod']['def']): object {
  if (def.type === 'object') return { shape: mapShape(def.shape), catchall: def.catchall ?? z.never() }
  if (def.type === 'array') return { element: toStrict(def.element) }
  if (def.type === 'union') return { options: def.options.map(toStrict) }
  if (def.type === 'record') return { valueType: toStrict(def.valueType) }
  return 'innerType' in def ? { innerType: toStrict(def.innerType) } : {}
}

const mapShape = (shape: z.core.$ZodShape): z.core.$ZodShape =>
  Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, toStrict(each)]))
