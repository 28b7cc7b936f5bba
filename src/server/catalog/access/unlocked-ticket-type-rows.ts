import { queryRows, type Db } from '#server/platform/db/query.ts'

export interface HiddenTicketType {
  promoterId: string
  ticketTypeId: string
  eventId: string
}

/** Returns the ticket types that each code (in capital letters) unlocks. Promo codes unlock while they are valid. */
export function listUnlockedTicketTypes(
  db: Db,
  find: { codes: readonly string[]; ticketTypeIds: readonly string[]; now: Date },
): Promise<{ ticketTypeId: string; code: string }[]> {
  const { codes, ticketTypeIds, now } = find
  return queryRows<{ ticketTypeId: string; code: string }>(db)`
    select id as "ticketTypeId", access_code as code from ticket_types
    where id = any(${ticketTypeIds}::uuid[]) and is_hidden and access_code = any(${codes})
    union
    select t.id, c.code from ticket_types t
    join promo_code_ticket_types named on named.ticket_type_id = t.id
    join promo_codes c on c.id = named.promo_code_id and c.promoter_id = t.promoter_id
    where t.id = any(${ticketTypeIds}::uuid[]) and t.is_hidden and c.code = any(${codes}) and c.reveals and c.active
      and (c.starts_at is null or c.starts_at <= ${now}) and (c.ends_at is null or c.ends_at > ${now})
      and (c.max_uses is null or c.used + c.reserved < c.max_uses)`
}

/** Returns the hidden ticket types that the cart already holds, and may therefore keep. */
export async function listTicketTypesHeldByCart(
  db: Db,
  find: { cartId: string; ticketTypeIds: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(db)`
    select ticket_type_id as id from holds
    where cart_id = ${find.cartId} and ticket_type_id = any(${find.ticketTypeIds}::uuid[])
      and expires_at > ${find.now}`
  return rows.map((row) => row.id)
}

export function listHiddenTicketTypes(db: Db, ticketTypeIds: readonly string[]): Promise<HiddenTicketType[]> {
  return queryRows<HiddenTicketType>(db)`
    select promoter_id as "promoterId", id as "ticketTypeId", event_id as "eventId" from ticket_types
    where id = any(${ticketTypeIds}::uuid[]) and is_hidden`
}
