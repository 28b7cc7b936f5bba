import { sql } from 'kysely'
import type { CodeMode } from '#model/catalog/codes/code-modes.ts'
import { execute, queryRow, queryRows, type Db, type Trx } from '#server/platform/db/query.ts'

export interface TicketRow {
  id: string
  code: string
  ticketTypeId: string
  eventId: string
  holder: string
  status: 'valid' | 'used' | 'void'
  /** True for a ticket that the buyer returned. It is void while the refund is pending, too. */
  isReturned: boolean
  generation: number
  issuedAtSeconds: number
  /** First name of the person to whom the ticket was passed on. */
  passedOnTo: string | null
  codeMode: CodeMode
  codeAppearsAtSeconds: number
}

/** SQL for when the ticket was issued, in seconds since 1970. Expects a ticket as `t`. A bigint, because an int ends in 2038. */
export const issuedAtSeconds = sql<number>`floor(extract(epoch from t.created_at))::bigint`

export interface NewTicket extends Pick<TicketRow, 'id' | 'code' | 'ticketTypeId' | 'eventId' | 'holder'> {
  orderId: string
  promoterId: string
  /** Position of the ticket within its order. */
  position: number
}

export async function insertTickets(trx: Trx, tickets: readonly NewTicket[], now: Date): Promise<void> {
  await execute(trx)`
    insert into tickets (id, promoter_id, order_id, position, event_id, ticket_type_id, code, holder, created_at)
    select v.*, ${now} from unnest(
      ${tickets.map((ticket) => ticket.id)}::uuid[], ${tickets.map((ticket) => ticket.promoterId)}::uuid[],
      ${tickets.map((ticket) => ticket.orderId)}::uuid[], ${tickets.map((ticket) => ticket.position)}::int[],
      ${tickets.map((ticket) => ticket.eventId)}::uuid[],
      ${tickets.map((ticket) => ticket.ticketTypeId)}::uuid[], ${tickets.map((ticket) => ticket.code)}::text[],
      ${tickets.map((ticket) => ticket.holder)}::text[]
    ) v`
}

/** Lists the ids of the order's tickets that weren't passed on. */
export async function listBuyersTicketIds(trx: Trx, orderId: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(trx)`
    select t.id from tickets t
    where t.order_id = ${orderId} and not exists (select from ticket_transfers r where r.ticket_id = t.id and r.holds)
    order by t.position`
  return rows.map(({ id }) => id)
}

export async function setTicketCodes(
  trx: Trx,
  tickets: readonly { id: string; code: string }[],
  now: Date,
): Promise<void> {
  await execute(trx)`
    update tickets t set code = v.code, generation = t.generation + 1, reissued_at = ${now}, version = t.version + 1
    from unnest(${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ code }) => code)}::text[]) v (id, code)
    where t.id = v.id`
}

export interface SigningKey {
  /** Private key, encrypted. */
  privateKey: Buffer
  publicKey: Buffer
}

export function findSigningKey(db: Db, promoterId: string): Promise<SigningKey | undefined> {
  return queryRow<SigningKey>(db)`
    select private_key as "privateKey", public_key as "publicKey" from signing_keys
    where promoter_id = ${promoterId}`
}

/** Stores a promoter's signing key. Keeps the existing key when another node has inserted one first. */
export async function insertSigningKey(db: Db, promoterId: string, key: SigningKey): Promise<void> {
  await execute(db)`
    insert into signing_keys (promoter_id, private_key, public_key)
    values (${promoterId}, ${key.privateKey}, ${key.publicKey}) on conflict do nothing`
}
