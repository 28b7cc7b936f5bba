import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { CARDS } from './shop.ts'
import type { PlainBrowser, PlainDevice, PlainLink } from './visit-rules.ts'
import { DEVICES, emailOf, MEMBERS, SITES, type VisitStage } from './visit-stage.ts'

type SiteName = keyof typeof SITES
type Step =
  | { do: 'wait'; ms: number }
  | { do: 'click'; code: string }
  | { do: 'forget'; what: 'cookies' | 'storage' }
  | { do: 'switch'; code: string; isOn: boolean }
  | { do: 'sign in'; as: string | undefined }
  | { do: 'hold'; promoter: string }
  | { do: 'buy'; promoter: string; buyer: string; kind: 'free' | 'paid'; forgets: boolean; refunds: boolean }

export interface Visitor {
  site: SiteName
  device: PlainDevice
  steps: Step[]
}

const DAY = 86_400_000
const code = fc.constantFrom('ada-a', 'bob-a', 'left-a', 'cleo-b', 'ada-b', 'nobody')
const promoter = fc.constantFrom('aurora', 'aurora', 'brickworks')

const wait = fc.record({
  do: fc.constant('wait'),
  ms: fc.oneof(
    fc.integer({ min: 1, max: 60_000 }),
    fc.integer({ min: 1, max: 40 * DAY }),
    // Around the end of the attribution window.
    fc.integer({ min: 30 * DAY - 3_600_000, max: 30 * DAY + 3_600_000 }),
  ),
})
const click = fc.record({ do: fc.constant('click'), code })
const buy = fc.record({
  do: fc.constant('buy'),
  promoter,
  buyer: fc.constantFrom('stranger', 'stranger', 'stranger', ...MEMBERS),
  kind: fc.constantFrom('free', 'paid'),
  forgets: fc.boolean(),
  refunds: fc.boolean(),
})
const rare = fc.oneof(
  fc.record({ do: fc.constant('forget'), what: fc.constantFrom('cookies', 'storage') }),
  fc.record({ do: fc.constant('switch'), code, isOn: fc.constantFrom(true, true, false) }),
  fc.record({ do: fc.constant('sign in'), as: fc.constantFrom(...MEMBERS, undefined) }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: wait },
  { weight: 4, arbitrary: click },
  { weight: 2, arbitrary: rare },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold'), promoter }) },
  { weight: 2, arbitrary: buy },
)

export const visitor: fc.Arbitrary<Visitor> = fc
  .record({
    site: fc.constantFrom('aurora', 'aurora', 'main', 'brickworks'),
    device: fc.constantFrom(...DEVICES),
    steps: fc.array(step, { maxLength: 10 }),
    ending: fc.tuple(click, wait, buy),
  })
  .map(({ steps, ending, ...visiting }) => ({ ...visiting, steps: [...steps, ...ending] }))

export const clicksOf = ({ steps }: Visitor): number => steps.filter((each) => each.do === 'click').length

interface Both {
  stage: VisitStage
  host: string
  plain: PlainBrowser
  cookies: Record<string, string>
}

/** Plays the visitor's steps; returns differences between Foyer and the reference model. */
export async function walk(stage: VisitStage, { site, device, steps }: Visitor): Promise<string[]> {
  const seller = site === 'main' ? undefined : site
  const plain = {
    device,
    seller,
    cookie: new Map(),
    storage: undefined,
    signedInAs: undefined,
    carts: new Map(),
  }
  const both: Both = { stage, host: SITES[site], plain, cookies: {} }
  const problems: string[] = []
  for (const each of steps) {
    stage.clock.advance(1)
    const problem = await take(both, each)
    if (problem !== undefined) problems.push(`${problem} at ${JSON.stringify(each)}`)
  }
  return problems
}

async function take(both: Both, now: Step): Promise<string | undefined> {
  switch (now.do) {
    case 'wait':
      both.stage.clock.advance(now.ms)
      return undefined
    case 'click':
      return clickLink(both, now.code)
    case 'forget':
      return forget(both, now.what)
    case 'switch':
      return switchLink(both, now)
    case 'sign in':
      return signIn(both, now.as)
    case 'hold':
      return sells(both, now.promoter) ? hold(both, now.promoter, 'free') : undefined
    case 'buy':
      return sells(both, now.promoter) ? buyTickets(both, now) : undefined
  }
}

const sells = ({ plain }: Both, name: string): boolean => plain.seller === undefined || plain.seller === name

interface Request {
  body: unknown
  key?: string
}

async function ask<Data>(both: Both, endpoint: `${'POST' | 'PUT'} ${string}`, request: Request) {
  const { address, userAgent } = both.plain.device
  const { host, cookies } = both
  const [method = '', path = ''] = endpoint.split(' ')
  const answer = await both.stage.ask<Data>(method, path, { ...request, host, cookies, address, userAgent })
  for (const [name, value] of Object.entries(answer.cookies)) if (value !== null) cookies[name] = value
  return answer
}

async function clickLink(both: Both, code: string): Promise<string | undefined> {
  const answer = await ask<{ counted: boolean }>(both, `POST /api/tracking-links/${code}/click`, {
    body: {},
  })
  const expected = both.stage.book.click(both.plain, code, both.stage.clock.now())
  const told = answer.success ? answer.data.counted : undefined
  return told === expected ? undefined : `a click counted ${told}, not ${expected}`
}

function forget({ plain, cookies }: Both, what: 'cookies' | 'storage'): undefined {
  if (what === 'storage') {
    plain.storage = undefined
    return
  }
  for (const name of Object.keys(cookies)) delete cookies[name]
  plain.cookie.clear()
  plain.signedInAs = undefined
}

async function switchLink({ stage }: Both, { code, isOn }: Step & { do: 'switch' }): Promise<undefined> {
  const link = stage.book.links.find((each) => each.code === code)
  if (!link) return
  link.isActive = isOn
  const { db } = stage.context
  await db.updateTable('tracking_links').set({ is_active: isOn }).where('id', '=', link.id).execute()
}

function signIn({ stage, plain, cookies, host }: Both, as: string | undefined): undefined {
  plain.signedInAs = as
  const token = as === undefined ? undefined : stage.sessions.get(`${as} ${host}`)
  if (token) cookies['customer_refresh_token'] = token
  else delete cookies['customer_refresh_token']
}

async function hold(both: Both, name: string, kind: 'free' | 'paid'): Promise<string | undefined> {
  const { stage, plain } = both
  const cart = plain.carts.get(name) ?? { id: randomUUID(), note: undefined }
  plain.carts.set(name, cart)
  const items = [{ ticketTypeId: stage.tickets[name]?.[kind] ?? '', quantity: 2 }]
  const answer = await ask<{ expiresAt: string | null }>(both, `PUT /api/public/carts/${cart.id}`, {
    body: { items },
  })
  stage.book.hold(plain, name, stage.clock.now())
  return answer.success && answer.data.expiresAt ? undefined : `a hold answered ${answer.status}`
}

async function buyTickets(both: Both, buying: Step & { do: 'buy' }): Promise<string | undefined> {
  const { stage, plain } = both
  const { promoter: name, kind } = buying
  const problem = await hold(both, name, kind)
  if (problem) return problem
  if (buying.forgets) forget(both, 'cookies')
  const orderId = await order(both, buying)
  if (orderId === undefined) return 'a checkout was refused'
  if (kind === 'paid') await pay(both, orderId)
  const refunded = kind === 'paid' && buying.refunds ? await refund(both, name, orderId) : 0
  const owed = stage.book.owe(plain, { promoter: name, buyer: buying.buyer, now: stage.clock.now() })
  stage.book.sell(owed, 2, refunded)
  // A purchase starts a new cart.
  plain.carts.delete(name)
  const told = await findOwed(stage, orderId)
  return told === owed ? undefined : `an order is owed to ${told?.code}, not ${owed?.code}`
}

async function order(both: Both, buying: Step & { do: 'buy' }): Promise<string | undefined> {
  const { carts, storage } = both.plain
  const cartId = carts.get(buying.promoter)?.id ?? ''
  const placed = await ask<{ order: { id: string } }>(both, 'POST /api/public/checkout', {
    body: {
      cartId,
      customer: { firstName: 'V', lastName: 'W', email: emailOf(buying.buyer) },
      expectedTotal: buying.kind === 'free' ? 0 : 20,
      ...(storage ? { tracking: { ref: storage.ref, timestamp: storage.at } } : {}),
    },
    key: cartId,
  })
  return placed.success ? placed.data.order.id : undefined
}

async function findOwed({ context, book }: VisitStage, orderId: string): Promise<PlainLink | undefined> {
  const found = await context.db
    .selectFrom('orders')
    .select('tracking_link_id')
    .where('id', '=', orderId)
    .executeTakeFirst()
  return book.links.find((link) => link.id === found?.tracking_link_id)
}

async function pay(both: Both, orderId: string): Promise<void> {
  await ask(both, 'POST /api/payments/create-intent', { body: { orderId } })
  const paymentMethod = { number: CARDS.good, expiry: '12/99', cvc: '123' }
  await ask(both, 'POST /api/payments/confirm', { body: { orderId, paymentMethod } })
}

/** Refunds one ticket. Returns the number of refunded tickets. */
async function refund({ stage }: Both, name: string, orderId: string): Promise<number> {
  const { db } = stage.context
  const tickets = await db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .execute()
  const host = name === 'aurora' ? SITES.aurora : SITES.brickworks
  await stage.ask('POST', `/api/promoter/orders/${orderId}/refunds`, {
    host,
    bearer: await stage.ownerToken(host),
    body: { tickets: tickets.map((ticket) => ticket.id) },
    key: orderId,
  })
  return tickets.length
}

export async function compareSums(stage: VisitStage): Promise<string[]> {
  const problems: string[] = []
  for (const link of stage.book.links) {
    const [told, expected] = [await stage.sums(link), stage.book.sumsOf(link)]
    if (JSON.stringify(told) !== JSON.stringify(expected))
      problems.push(`${link.code} says ${JSON.stringify(told)}, not ${JSON.stringify(expected)}`)
  }
  return problems
}
