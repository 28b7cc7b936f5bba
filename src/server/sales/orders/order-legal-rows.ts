import { sql, type RawBuilder } from 'kysely'
import { BUYER_LEGAL_KINDS, type LegalTextVersion } from '#model/sites/buyer-legal-texts.ts'
import { execute, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'
import { orderIdOfLink } from './order-rows.ts'

export async function insertOrderLegalTexts(
  trx: Trx,
  orders: readonly { id: string; promoterId: string; legalTextIds: readonly string[] }[],
): Promise<void> {
  const accepted = orders.flatMap(({ id, promoterId, legalTextIds }) =>
    legalTextIds.map((legalTextId) => ({ id, promoterId, legalTextId })),
  )
  if (accepted.length === 0) return
  await execute(trx)`
    insert into order_legal_texts (order_id, promoter_id, legal_text_id)
    select v.* from unnest(${accepted.map((each) => each.id)}::uuid[], ${accepted.map((each) => each.promoterId)}::uuid[],
      ${accepted.map((each) => each.legalTextId)}::uuid[]) v`
}

export interface AcceptedLegalRow extends LegalTextVersion {
  /** Name of the promoter who published the text; null for texts of the main site. */
  promoterName: string | null
  createdAt: Date
}

export const listOrderLegalTexts = (db: Db, orderId: string): Promise<AcceptedLegalRow[]> =>
  listAccepted(db, sql`${orderId}`)

export const listLegalTextsByOrderLink = (db: Db, linkId: string): Promise<AcceptedLegalRow[]> =>
  listAccepted(db, orderIdOfLink(linkId))

function listAccepted(db: Db, orderId: RawBuilder<unknown>): Promise<AcceptedLegalRow[]> {
  return queryRows<AcceptedLegalRow>(db)`
    select l.kind, l.promoter_id as "promoterId", l.version, l.created_at as "createdAt", p.name as "promoterName"
    from order_legal_texts a join legal_texts l on l.id = a.legal_text_id left join promoters p on p.id = l.promoter_id
    where a.order_id = ${orderId} and l.kind = any(${BUYER_LEGAL_KINDS}) order by array_position(array['terms', 'refunds', 'privacy'], l.kind)`
}

/** SQL for the accepted legal texts in data exports. Expects an order as `o`. */
export const exportedLegalTexts = sql`
  (select coalesce(json_agg(json_build_object('kind', l.kind, 'version', l.version, 'publishedAt', l.created_at,
      'by', (select p.name from promoters p where p.id = l.promoter_id)) order by l.kind), '[]')
    from order_legal_texts a join legal_texts l on l.id = a.legal_text_id where a.order_id = o.id)`
