import { sql } from 'kysely'
import { derivedId } from '#server/platform/ids/derived-id.ts'
import { hasRow, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface PromoEvent {
  id: string
  slug: string
  title: string
  currency: string
  ticketTypes: { id: string; name: string }[]
}

export function listPromoEvents(db: Db, promoterId: string): Promise<PromoEvent[]> {
  return queryRows<PromoEvent>(db)`
    select e.id, e.slug, e.title, e.currency,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]')
        from ticket_types t where t.event_id = e.id) as "ticketTypes"
    from events e where e.promoter_id = ${promoterId} order by e.starts_at desc, e.id`
}

/** Locks the events and ticket types of several codes, and returns the ids of those that still exist. */
export async function lockPromoScopes(
  trx: Trx,
  promoterId: string,
  scopes: readonly { eventId: string | null; ticketTypeIds: readonly string[] }[],
): Promise<ReadonlySet<string>> {
  const eventIds = [...new Set(scopes.flatMap(({ eventId }) => eventId ?? []))]
  const typeIds = [...new Set(scopes.flatMap(({ ticketTypeIds }) => ticketTypeIds))]
  const events = await queryRows<{ id: string }>(trx)`
    select id from events where promoter_id = ${promoterId} and id = any(${eventIds}::uuid[])
    order by id for key share`
  const types = await queryRows<{ id: string }>(trx)`
    select id from ticket_types where promoter_id = ${promoterId} and id = any(${typeIds}::uuid[])
    order by id for key share`
  return new Set([...events, ...types].map(({ id }) => id))
}

export interface PromoBatchRow {
  id: string
  name: string
  count: number
  createdAt: Date
}

const batchColumns = sql`b.id, b.name, b.created_at as "createdAt",
  (select count(*)::int from promo_codes c where c.batch_id = b.id) as count`

export function listPromoBatches(db: Db, promoterId: string): Promise<PromoBatchRow[]> {
  return queryRows<PromoBatchRow>(db)`
    select ${batchColumns} from promo_batches b where b.promoter_id = ${promoterId}
    order by b.created_at desc, b.id limit 200`
}

export function findPromoBatch(
  db: Db,
  find: { promoterId: string; id: string },
): Promise<PromoBatchRow | undefined> {
  return queryRow<PromoBatchRow>(db)`
    select ${batchColumns} from promo_batches b
    where b.id = ${find.id} and b.promoter_id = ${find.promoterId}`
}

/** Derives a batch's id from the promoter and the client's key, because two promoters may use the same key. */
export const promoBatchId = (promoterId: string, key: string): string =>
  derivedId(`promo batch ${promoterId} ${key.toLowerCase()}`)

/**
 * Inserts a batch of promo codes. Returns false if the batch already exists. The insert has no conflict target, because
 * two unique constraints contain the id, and a concurrent insert can violate either.
 */
export function insertPromoBatch(
  trx: Trx,
  batch: { promoterId: string; id: string; name: string; now: Date },
): Promise<boolean> {
  return hasRow(trx)`
    insert into promo_batches (id, promoter_id, name, created_at)
    values (${batch.id}, ${batch.promoterId}, ${batch.name}, ${batch.now})
    on conflict do nothing returning id`
}
