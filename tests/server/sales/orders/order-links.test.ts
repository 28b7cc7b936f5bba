import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PromoterSettings } from '#contracts/console/settings.ts'
import { getInvoice } from '#server/money/invoices/get-invoice.ts'
import { openConsoleFixture, type ConsoleFixture } from '#tests/support/console.ts'
import { insertTicketType } from '#tests/support/factories.ts'
import { openBrowser, openCustomer } from '#tests/support/people.ts'
import { CARDS, newCartId } from '#tests/support/shop.ts'

let fixture: ConsoleFixture
let orderId: string
let cartId: string

const DAY_MS = 86_400_000

beforeEach(async () => {
  fixture = await openConsoleFixture()
  const ticketTypeId = await insertTicketType(fixture.context.db, { ...fixture, priceCents: 2500 })
  cartId = newCartId()
  await fixture.hold(cartId, { [ticketTypeId]: 1 })
  const { data } = await place()
  orderId = data.order.id
  await fixture.pay(orderId, CARDS.good)
  const seller = { legal_name: 'Aurora GmbH', legal_address: 'Kai 1' }
  await fixture.context.db.updateTable('promoters').set(seller).execute()
})
afterEach(() => fixture.close())

const ADA = { firstName: 'Ada', lastName: 'Lovelace' }

const place = () =>
  fixture.checkout(cartId, 25, { key: 'one', customer: { ...ADA, email: 'ada@example.com' } })

async function closeLinksAfter(orderLinkDays: number | null): Promise<void> {
  const path = '/api/promoter/settings'
  // Sessions expire when the clock moves.
  const owner = await fixture.join('owner')
  const { settings } = (await owner.ask<{ settings: PromoterSettings }>('GET', path)).data
  const answer = await owner.ask('PUT', path, { body: { ...settings, orderLinkDays } })
  expect(answer.status).toBe(200)
}

/** Responses of each way to access an order. */
async function open(bearer?: string): Promise<(number | string | undefined)[]> {
  const path = `/api/public/orders/${orderId}`
  const more = bearer === undefined ? {} : { bearer }
  const [shown, confirmed] = [
    await fixture.ask('GET', path, more),
    await fixture.ask('POST', `${path}/confirm`, more),
  ]
  const site = fixture.context.sites.resolve(fixture.host)
  const invoice = await getInvoice(fixture.context, {
    site,
    id: orderId,
    client: { origin: `http://${fixture.host}`, cookies: {}, ...more },
  })
  return [shown.status, confirmed.status, typeof invoice === 'string' ? invoice : typeof invoice]
}

const OPEN = [200, 200, 'object']
const CLOSED = [403, 403, 'sign in']

/** Signs in with this address, verified or not. */
async function bearerOf(email: string, isVerified = true): Promise<string | undefined> {
  if (isVerified) return (await openCustomer(fixture, { email })).bearer
  const browser = openBrowser(fixture)
  await browser.register(email)
  return browser.bearer
}

describe('an order’s link', () => {
  it('never expires unless the promoter limits it', async () => {
    fixture.clock.advance(800 * DAY_MS)
    expect(await open()).toEqual(OPEN)
  })

  it('expires days after the event, then requires its buyer or a member who may read orders', async () => {
    await closeLinksAfter(30)
    const event = await fixture.context.db.selectFrom('events').select('ends_at').executeTakeFirstOrThrow()
    const closesAt = Number(event.ends_at) + 30 * DAY_MS
    fixture.clock.advance(closesAt - 1000 - fixture.clock.now())
    expect(await open()).toEqual(OPEN)
    fixture.clock.advance(1000)
    expect(await open()).toEqual(CLOSED)
    expect(await open('nonsense')).toEqual(CLOSED)
    expect(await open(await bearerOf('ada@example.com'))).toEqual(OPEN)
    expect(await open(await bearerOf('mallory@example.com'))).toEqual(CLOSED)
    const [manager, door] = [await fixture.join('manager'), await fixture.join('door')]
    expect(await open(manager.bearer)).toEqual(OPEN)
    expect(await open(door.bearer)).toEqual(CLOSED)
  })

  it.each(['create-intent', 'confirm', 'cancel'])(
    'reveals the payment’s state to nobody else: %s',
    async (call) => {
      const ask = async (bearer?: string): Promise<string | undefined> => {
        const path = `/api/payments/${call}`
        const { data, error } = await fixture.ask<{ status?: string } | undefined>('POST', path, {
          body: { orderId },
          ...(bearer === undefined ? {} : { bearer }),
        })
        return error?.code ?? data?.status
      }
      const known = call === 'confirm' ? 'succeeded' : 'ORDER_NOT_PAYABLE'
      await closeLinksAfter(30)
      expect(await ask()).toBe(known)
      fixture.clock.advance(60 * DAY_MS)
      expect(await ask()).toBe('ORDER_SIGN_IN')
      expect(await ask(await bearerOf('mallory@example.com'))).toBe('ORDER_SIGN_IN')
      expect(await ask(await bearerOf('ada@example.com'))).toBe(known)
    },
  )

  it('is not bypassed by repeating the checkout', async () => {
    await closeLinksAfter(30)
    expect((await place()).data.order.id).toBe(orderId)
    fixture.clock.advance(60 * DAY_MS)
    expect(await place()).toMatchObject({ status: 403, error: { code: 'ORDER_SIGN_IN' } })
  })

  it('that a corrected email address has replaced is not returned by repeating the checkout', async () => {
    const corrected = await fixture.ask<{ order: { id: string } }>(
      'PUT',
      `/api/public/orders/${orderId}/email`,
      { body: { email: 'ada@example.org' }, key: randomUUID() },
    )
    expect(corrected.status).toBe(200)
    const repeated = await place()
    expect(repeated).toMatchObject({ status: 410, error: { code: 'ORDER_LINK_REPLACED' } })
    expect(JSON.stringify(repeated)).not.toContain(corrected.data.order.id)
  })

  it('reveals nothing about the order, also to an unverified account', async () => {
    await closeLinksAfter(1)
    fixture.clock.advance(60 * DAY_MS)
    const path = `/api/public/orders/${orderId}`
    const refused = await fixture.ask('GET', path, {
      bearer: (await bearerOf('ada@example.com', false)) ?? '',
    })
    expect(refused).toMatchObject({ status: 403, error: { code: 'ORDER_SIGN_IN' } })
    expect(JSON.stringify(refused)).not.toContain('ada@')
    await closeLinksAfter(null)
    expect(await open()).toEqual(OPEN)
  })
})
