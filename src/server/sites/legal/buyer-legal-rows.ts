import { sql, type RawBuilder } from 'kysely'
import {
  BUYER_LEGAL_KINDS,
  legalTextsForBuyers,
  type LegalTextVersion,
} from '#model/sites/buyer-legal-texts.ts'
import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface BuyerLegalRow extends LegalTextVersion {
  id: string
}

export const listBuyerLegalRows = (db: Db, promoterId: string): Promise<BuyerLegalRow[]> =>
  listInForce(db, sql`${promoterId}`)

export const listBuyerLegalRowsOfCart = (db: Db, cartId: string): Promise<BuyerLegalRow[]> =>
  listInForce(db, sql`(select c.promoter_id from carts c where c.id = ${cartId})`)

async function listInForce(db: Db, promoterId: RawBuilder<unknown>): Promise<BuyerLegalRow[]> {
  const rows = await queryRows<BuyerLegalRow & { isWritten: boolean }>(db)`
    select distinct on (promoter_id, kind) id, kind, promoter_id as "promoterId", version, text is not null as "isWritten"
    from legal_texts
    where (promoter_id = ${promoterId} or promoter_id is null) and kind = any(${BUYER_LEGAL_KINDS})
    order by promoter_id, kind, version desc`
  return legalTextsForBuyers(rows.filter(({ isWritten }) => isWritten))
}
