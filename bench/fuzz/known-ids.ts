import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ApiDocument, ApiParameter, JsonSchema } from '#contracts/console/developers/api-document.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { kindsOf, partOf } from '#tests/support/input-fields.ts'

/** Existing ids, by the path segment before the parameter and by field name. */
export type KnownIds = Readonly<Record<string, readonly string[]>>

/** Returns up to two ids of each kind that the promoter of this host has. */
export async function knownIds(db: Kysely<Database>, host: string): Promise<KnownIds> {
  const { promoter_id: promoterId } = await db
    .selectFrom('hosts')
    .select('promoter_id')
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  const of = async (table: string, column = 'id'): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.id(column)}::text as id from ${sql.id(table)}
      where promoter_id = ${promoterId} order by 1 limit 2`.execute(db)
    return rows.map(({ id }) => id)
  }
  const [events, types, orders, members, links] = await Promise.all([
    of('events'),
    of('ticket_types'),
    of('orders'),
    of('members', 'account_id'),
    of('tracking_links'),
  ])
  return {
    events,
    eventId: events,
    'ticket-types': types,
    ticketTypeId: types,
    orders,
    orderId: orders,
    members,
    staff: members,
    accountId: members,
    memberId: members,
    'tracking-links': links,
    linkId: links,
    'promo-codes': await of('promo_codes'),
    assignments: await of('assignments'),
    'commission-rules': await of('commission_rules'),
    tickets: await of('tickets'),
    payouts: await of('payouts'),
    rates: await of('tax_rates'),
    fees: ['EUR'],
    templates: ['order_confirmed'],
    url: ['http://127.0.0.1:9/hook'],
  }
}

const NOBODYS = '0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b'

/** Omitted: a promoter other than the host's always returns 403. */
const OTHER_PROMOTER = 'X-Promoter-User-Id'

/** Returns the document with existing ids as alternatives for id fields, because generated ids hardly ever exist. */
export function withKnownIds(document: ApiDocument, ids: KnownIds): ApiDocument {
  const known = structuredClone(document)
  for (const [path, methods] of Object.entries(known.paths)) {
    for (const operation of Object.values(methods)) {
      operation.parameters = operation.parameters.filter(({ name }) => name !== OTHER_PROMOTER)
      for (const parameter of operation.parameters) fillParameter(path, parameter, ids)
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) fill(schema, ids)
    }
  }
  return known
}

function fillParameter(path: string, parameter: ApiParameter, ids: KnownIds): void {
  const [, word = ''] = new RegExp(`/([\\w-]+)/\\{${parameter.name}\\}`).exec(path) ?? []
  const values = ids[parameter.in === 'path' ? word : parameter.name]
  if (values) parameter.schema = oneOf(values, parameter.schema)
}

const oneOf = (values: readonly string[], schema: JsonSchema): JsonSchema =>
  schema.type === 'string' ? { anyOf: [{ type: 'string', enum: [...values, NOBODYS] }, schema] } : schema

function fill(schema: JsonSchema, ids: KnownIds): void {
  // Python's regular expressions don't support \\p{…}.
  if (String(schema['pattern']).includes('\\p{')) delete schema['pattern']
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    const values = ids[name]
    if (values && schema.properties) schema.properties[name] = oneOf(values, each)
    else fill(each, ids)
  }
  for (const each of [...partOf(schema, 'items'), ...kindsOf(schema)]) fill(each, ids)
}
