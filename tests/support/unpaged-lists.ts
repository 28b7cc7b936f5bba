import type { JsonSchema } from '#contracts/console/developers/api-document.ts'
import type { Endpoint } from '#contracts/platform/endpoint.ts'
import { toJsonSchema } from '#server/openapi/json-schemas.ts'
import { fieldsOf } from './input-fields.ts'

/**
 * Paths of lists in a contract's data that have neither a maximum length nor pages, without lists in the rows of other lists. A list is paged
 * if `nextCursor` is beside it and the query has a `cursor`; a contract pages one list.
 */
export function unpagedLists(contract: Pick<Endpoint, 'query' | 'data'>): string[] {
  const fields = fieldsOf(toJsonSchema(contract.data, 'output'))
  const lists = fields.filter(({ path, schema }) => !path.includes('[]') && isUnbounded(schema))
  const names = [...new Set(lists.map(({ path }) => path))]
  return isPaged(contract, fields) ? names.slice(1) : names
}

const isUnbounded = (schema: JsonSchema): boolean =>
  [schema['type']].flat().includes('array') && schema['maxItems'] === undefined

function isPaged(contract: Pick<Endpoint, 'query'>, fields: { path: string }[]): boolean {
  const query = contract.query ? fieldsOf(toJsonSchema(contract.query, 'input')) : []
  return query.some(({ path }) => path === 'cursor') && fields.some(({ path }) => path === 'nextCursor')
}
