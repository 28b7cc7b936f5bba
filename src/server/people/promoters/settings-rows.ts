import type { PromoterSettings } from '#contracts/console/settings.ts'
import { execute, queryRow, type Db, type Trx } from '#server/platform/db/query.ts'

export async function lockPromoter(trx: Trx, promoterId: string): Promise<void> {
  await execute(trx)`select from promoters where id = ${promoterId} for no key update`
}

export function findPromoterSettings(db: Db, promoterId: string): Promise<PromoterSettings | undefined> {
  return queryRow<PromoterSettings>(db)`
    select name, country, currency, legal_name as "legalName", legal_address as "legalAddress", tax_id as "taxId",
      requires_second_factor as "requiresSecondFactor", order_link_days as "orderLinkDays",
      attaches_tickets as "attachesTickets", version
    from promoters where id = ${promoterId}`
}

export async function updatePromoterSettings(
  trx: Trx,
  promoterId: string,
  change: Omit<PromoterSettings, 'version'>,
): Promise<void> {
  await execute(trx)`
    update promoters set name = ${change.name}, country = ${change.country}, currency = ${change.currency}, legal_name = ${change.legalName}, legal_address = ${change.legalAddress}, tax_id = ${change.taxId},
      requires_second_factor = ${change.requiresSecondFactor}, order_link_days = ${change.orderLinkDays},
      attaches_tickets = ${change.attachesTickets}, version = version + 1
    where id = ${promoterId}`
}
