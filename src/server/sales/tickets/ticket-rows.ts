import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'

export interface TicketRow {
  id: string
  code: string
  ticketTypeId: string
  eventId: string
  holder: string
  status: 'valid' | 'used' | 'void'
}

export async function insertTickets(
  trx: Transaction<Database>,
  order: { id: string; promoterId: string; now: Date },
  tickets: readonly Omit<TicketRow, 'id' | 'status'>[],
): Promise<void> {
  await sql`
    insert into tickets (promoter_id, order_id, position, event_id, ticket_type_id, code, holder, created_at)
    select ${order.promoterId}, ${order.id}, v.position, v.event_id, v.ticket_type_id, v.code, v.holder, ${order.now}
    from unnest(
      ${tickets.map((_, position) => position)}::int[], ${tickets.map((ticket) => ticket.eventId)}::uuid[],
      ${tickets.map((ticket) => ticket.ticketTypeId)}::uuid[], ${tickets.map((ticket) => ticket.code)}::text[],
      ${tickets.map((ticket) => ticket.holder)}::text[]
    ) v (position, event_id, ticket_type_id, code, holder)`.execute(trx)
}

export async function listTicketIds(trx: Transaction<Database>, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where order_id = ${orderId} order by position`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function setTicketCodes(
  trx: Transaction<Database>,
  tickets: readonly { id: string; code: string }[],
): Promise<void> {
  await sql`
    update tickets t set code = v.code, version = t.version + 1
    from unnest(${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ code }) => code)}::text[]) v (id, code)
    where t.id = v.id`.execute(trx)
}

export interface SigningKey {
  /** Encrypted. */
  privateKey: Buffer
  publicKey: Buffer
}

export async function findSigningKey(
  db: Kysely<Database>,
  promoterId: string,
): Promise<SigningKey | undefined> {
  const { rows } = await sql<SigningKey>`
    select private_key as "privateKey", public_key as "publicKey" from signing_keys
    where promoter_id = ${promoterId}`.execute(db)
  return rows[0]
}

/** Keeps an existing key that another node inserted first. */
export async function insertSigningKey(
  db: Kysely<Database>,
  promoterId: string,
  key: SigningKey,
): Promise<void> {
  await sql`
    insert into signing_keys (promoter_id, private_key, public_key)
    values (${promoterId}, ${key.privateKey}, ${key.publicKey}) on conflict do nothing`.execute(db)
}
