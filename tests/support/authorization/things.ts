import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Answer, Ask } from '../ask.ts'
import { openMember } from '../domains.ts'
import {
  insertEvent,
  insertFees,
  insertPool,
  insertPromo,
  insertPromoter,
  insertTicketType,
} from '../factories.ts'
import { insertSettlement } from '../settlement-rows.ts'
import { insertLink } from '../sellers.ts'
import { CARDS, CUSTOMER } from '../shop.ts'
import { OFFER } from '../voucher-sales.ts'

/** Kinds of resources that calls refer to by id. */
export const KINDS = [
  'promoter',
  'event',
  'ticketType',
  'pool',
  'order',
  'ticket',
  'ticketPage',
  'ticketOffer',
  'cart',
  'promoCode',
  'promoBatch',
  'promoBatchKey',
  'promoImportKey',
  'voucher',
  'trackingLink',
  'assignment',
  'commissionRule',
  'taxRate',
  'webhook',
  'delivery',
  'apiKey',
  'invitation',
  'promoterInvitation',
  'member',
  'account',
  'formerMember',
  'domain',
  'gate',
  'doorConflict',
  'pairing',
  'doorDevice',
  'payout',
  'settlement',
  'refundRequest',
  'earning',
  'session',
  'passkey',
] as const
export type Kind = (typeof KINDS)[number]
export type Things = Readonly<Record<Kind, string>>

export interface Person {
  accountId: string
  bearer: string
}

/** A promoter with one resource of each kind. Personal ones (links, earnings, sessions) belong to its owner. */
export interface FurnishedPromoter {
  promoterId: string
  host: string
  owner: Person
  things: Things
}

const DAY_MS = 86_400_000

export const openPromoter = async (
  context: Context,
  name: string,
): Promise<Omit<FurnishedPromoter, 'things'>> => {
  const promoterId = await insertPromoter(context.db, name)
  const host = `${name.toLowerCase()}.localhost`
  return { promoterId, host, owner: await openMember(context, promoterId, { role: 'owner', host }) }
}

/** Creates one resource of each kind. `ask` calls the API as the promoter's owner. */
export async function furnish(
  context: Context,
  { promoterId, host, owner }: Omit<FurnishedPromoter, 'things'>,
  ask: Ask,
): Promise<Things> {
  const { db } = context
  await insertFees(db, { promoterId })
  const eventId = await insertEvent(db, { promoterId, startsAt: new Date(Date.now() + 10 * DAY_MS) })
  const ticketTypeId = await insertTicketType(db, { promoterId, eventId })
  const link = await insertLink({ context, promoterId, clock: context.clock }, owner.accountId)
  const member = await openMember(context, promoterId, 'sales')
  const former = await openMember(context, promoterId, 'nobody')
  await db
    .insertInto('former_members')
    .values({ promoter_id: promoterId, account_id: former.accountId, role: 'sales', removed_at: new Date() })
    .execute()
  const cart = randomUUID()
  const make = async (path: string, body?: unknown, method = 'POST'): Promise<unknown> => {
    const answer: Answer<unknown> = await ask(method, path, {
      key: randomUUID(),
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer.error)}`)
    return answer.data
  }
  const idOf = async (path: string, body: unknown): Promise<string> => findId(await make(path, body))
  const items = [{ ticketTypeId, quantity: 1 }]
  const buy = async (): Promise<string> => {
    const cartId = randomUUID()
    await make(`/api/public/carts/${cartId}`, { items }, 'PUT')
    const placed = await make('/api/public/checkout', { cartId, customer: CUSTOMER, expectedTotal: 25 })
    const orderId = findId(placed)
    await db.updateTable('orders').set({ tracking_link_id: link }).where('id', '=', orderId).execute()
    const paymentMethod = { number: CARDS.good, expiry: '12/30', cvc: '123' }
    await make('/api/payments/confirm', { orderId, paymentMethod })
    return orderId
  }
  const [order, another] = [await buy(), await buy()]
  const passedOn = await passOn(make, {
    order: another,
    ticket: await firstId(context, { table: 'tickets', column: 'order_id', of: another }),
  })
  await make(`/api/public/carts/${cart}`, { items }, 'PUT')
  const [promoBatchKey, promoImportKey] = [randomUUID(), randomUUID()]
  const batch = await make('/api/promoter/promo-codes/bulk', { ...BATCH, id: promoBatchKey })
  await make('/api/promoter/promo-codes/bulk', { ...BATCH, id: promoImportKey })
  await make('/api/promoter/voucher-offer', OFFER, 'PUT')
  const webhook = await idOf('/api/promoter/webhooks', { url: 'http://127.0.0.1:9/', events: ['order.paid'] })
  const assignment = { accountId: owner.accountId, eventId, role: 'sales', note: '' }
  const earning = { promoterId, memberId: owner.accountId, eventId, ticketTypeId, link }
  await insertEarning(context, { ...earning, order: another, status: 'earned' })
  return {
    promoter: promoterId,
    event: eventId,
    ticketType: ticketTypeId,
    pool: await insertPool(db, { promoterId, eventId, capacity: 50 }),
    order,
    ticket: await firstId(context, { table: 'tickets', column: 'order_id', of: order }),
    ...passedOn,
    cart,
    promoCode: await insertPromo(db, { promoterId, code: 'SPRING', eventId }),
    promoBatch: findId(batch),
    promoBatchKey,
    promoImportKey,
    voucher: findId(Object(await make('/api/promoter/vouchers', VOUCHER)).vouchers),
    trackingLink: link,
    assignment: await idOf('/api/promoter/assignments', { ...assignment, ...ASSIGNMENT_TIMES }),
    commissionRule: await idOf('/api/promoter/commission-rules', RULE),
    taxRate: await idOf('/api/promoter/taxes/rates', { name: 'VAT', percent: 7 }),
    webhook,
    delivery: await idOf(`/api/promoter/webhooks/${webhook}/test`, undefined),
    apiKey: await idOf('/api/promoter/api-keys', { name: 'Program', scopes: ['events:read'] }),
    invitation: await idOf('/api/promoter/invitations', { email: `new@${host}.example`, role: 'door' }),
    promoterInvitation: await insertPromoterInvitation(context, `partner@${host}.example`),
    member: member.accountId,
    account: owner.accountId,
    formerMember: former.accountId,
    doorConflict: await insertDoorConflict(context, {
      promoterId,
      eventId,
      ticketId: await firstId(context, { table: 'tickets', column: 'order_id', of: another }),
    }),
    domain: await idOf('/api/domains', { domain: `tickets.${host.split('.')[0]}.example` }),
    gate: await insertGate(context, { promoterId, eventId }),
    pairing: await idOf('/api/promoter/door-pairings', {
      name: 'North',
      eventIds: [eventId],
      gateIds: [],
      rights: [],
    }),
    doorDevice: await insertDevice(context, { promoterId, eventId, accountId: owner.accountId }),
    payout: await insertPayout(context, { promoterId, memberId: owner.accountId }),
    settlement: await insertSettlement(context.db, { promoterId, number: 1, at: new Date() }),
    refundRequest: await insertRefundRequest(context, { promoterId, orderId: another }),
    earning: await insertEarning(context, { ...earning, order, status: 'waiting' }),
    session: await firstId(context, { table: 'sessions', column: 'account_id', of: owner.accountId }),
    passkey: await insertPasskey(context, owner.accountId),
  }
}

/** A ticket that was passed on, and that its recipient offers. */
async function passOn(
  make: (path: string, body?: unknown) => Promise<unknown>,
  { order, ticket }: { order: string; ticket: string },
): Promise<Record<'ticketPage' | 'ticketOffer', string>> {
  const offer = async (of: string): Promise<string> =>
    // The answer of an offer by link.
    Object(await make(`${of}/offers`, { email: '' })).actions.offer.linkId
  const first = await offer(`/api/public/orders/${order}/tickets/${ticket}`)
  const ticketPage = findId(await make(`/api/public/ticket-offers/${first}/accept`, CUSTOMER))
  return { ticketPage, ticketOffer: await offer(`/api/public/tickets/${ticketPage}`) }
}

const VOUCHER = { amount: 20, currency: 'EUR', count: 1, validUntil: null, recipient: '', note: '' }

const BATCH = {
  prefix: 'FLY',
  name: 'Flyers',
  count: 2,
  length: 8,
  discountType: 'percentage',
  discountValue: 10,
  maxDiscountAmount: null,
  currency: null,
  reveals: false,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  eventId: null,
  ticketTypeIds: [],
  active: true,
}
const ASSIGNMENT_TIMES = { localStart: '2027-01-01T18:00', localEnd: '2027-01-01T23:00' }
const RULE = {
  memberId: null,
  eventId: null,
  ticketTypeId: null,
  currency: null,
  approval: 'open',
  terms: { kind: 'percentage', percent: 5 },
}

/** Returns the id of the one resource in an answer, such as `{webhook: {id}}`. */
function findId(data: unknown): string {
  const found = Object.values(Object(data)).find((each) => typeof Object(each).id === 'string')
  if (!found) throw new Error(`No id in ${JSON.stringify(data)}.`)
  return Object(found).id
}

async function firstId(
  { db }: Context,
  { table, of, column }: { table: string; of: string; column: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.id(table)} where ${sql.id(column)} = ${of} limit 1`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Nothing in ${table}.`)
  return row.id
}

async function insertGate({ db }: Context, of: { promoterId: string; eventId: string }): Promise<string> {
  const id = randomUUID()
  const gate = { id, promoter_id: of.promoterId, event_id: of.eventId, name: 'North', position: 0 }
  await db.insertInto('gates').values(gate).execute()
  return id
}

async function insertDevice(
  { db }: Context,
  { promoterId, eventId, accountId }: { promoterId: string; eventId: string; accountId: string },
): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  const device = { id, name: 'Phone', created_at: now, last_sync_at: now }
  await db
    .insertInto('door_devices')
    .values({ ...device, promoter_id: promoterId, event_id: eventId, account_id: accountId })
    .execute()
  return id
}

async function insertPayout(
  { db }: Context,
  { promoterId, memberId }: { promoterId: string; memberId: string },
): Promise<string> {
  const now = new Date()
  const { id } = await db
    .insertInto('payouts')
    .values({
      promoter_id: promoterId,
      member_id: memberId,
      amount_cents: 500,
      currency: 'EUR',
      idempotency_key: randomUUID(),
      provider: 'sandbox',
      payee_id: randomUUID(),
      requested_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertEarning(
  { db }: Context,
  of: {
    promoterId: string
    memberId: string
    eventId: string
    ticketTypeId: string
    order: string
    link: string
    status: 'earned' | 'waiting'
  },
): Promise<string> {
  const { id } = await db
    .insertInto('earnings')
    .values({
      promoter_id: of.promoterId,
      member_id: of.memberId,
      order_id: of.order,
      position: 0,
      event_id: of.eventId,
      ticket_type_id: of.ticketTypeId,
      tracking_link_id: of.link,
      quantity: 1,
      revenue_cents: 2500,
      amount_cents: 250,
      currency: 'EUR',
      status: of.status,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertPromoterInvitation({ db }: Context, email: string): Promise<string> {
  const id = randomUUID()
  const now = new Date()
  const expiresAt = new Date(now.getTime() + DAY_MS)
  await db
    .insertInto('promoter_invitations')
    .values({ id, email, created_at: now, expires_at: expiresAt })
    .execute()
  return id
}

/** Two entries of a ticket by one device. */
async function insertDoorConflict(
  { db }: Context,
  { ticketId, ...of }: { promoterId: string; eventId: string; ticketId: string },
): Promise<string> {
  const [id, device] = [randomUUID(), randomUUID()]
  const now = new Date()
  const event = { promoter_id: of.promoterId, event_id: of.eventId }
  await db
    .insertInto('door_devices')
    .values({ ...event, id: device, name: 'Phone', created_at: now, last_sync_at: now })
    .execute()
  const scan = { ...event, device_id: device, ticket_id: ticketId, kind: 'entry', at: now, received_at: now }
  await db
    .insertInto('scans')
    .values([1, 2].map((seq) => ({ ...scan, seq })))
    .execute()
  const sides = { first_device_id: device, first_seq: 1, second_device_id: device, second_seq: 2 }
  await db
    .insertInto('door_conflicts')
    .values({ ...event, ...sides, id, ticket_id: ticketId, found_at: now })
    .execute()
  return id
}

async function insertPasskey({ db }: Context, accountId: string): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('passkeys')
    .values({
      account_id: accountId,
      credential_id: id,
      name: 'Phone',
      public_key: Buffer.alloc(32),
      rp_id: 'localhost',
      created_at: new Date(),
    })
    .execute()
  return id
}

async function insertRefundRequest(
  { db }: Context,
  of: { promoterId: string; orderId: string },
): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into refund_requests (id, promoter_id, order_id, status, kind, returns_fees, amount_cents, fees_cents, note, idempotency_key,
      created_at)
    values (${id}, ${of.promoterId}, ${of.orderId}, 'waiting', 'all', true, 2500, 0, '', ${id}, now())`.execute(
    db,
  )
  return id
}
