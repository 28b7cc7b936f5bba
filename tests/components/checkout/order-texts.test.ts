import { describe, expect, test } from 'vitest'
import { orderMessage } from '#components/checkout/orders/order-message.ts'
import { voucherOrderMessage } from '#components/checkout/orders/voucher-order-message.ts'
import { ticketState } from '#components/checkout/orders/ticket-state.ts'
import type { EventDetail } from '#model/catalog/catalog.ts'
import type { Order, OrderStatus, Ticket } from '#model/sales/orders.ts'

const NOW = Date.parse('2026-12-04T20:00Z')
const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const ticket: Ticket = {
  id: '1',
  code: 'AAAAA-BBBBB',
  token: '2A',
  ticketTypeId: '1',
  eventId: '1',
  holder: 'Ada',
  status: 'valid',
  isReturned: false,
  codeMode: 'open',
}
const order = (status: OrderStatus): Pick<Order, 'status' | 'paymentPending' | 'tickets' | 'customer'> => ({
  status,
  paymentPending: false,
  tickets: [ticket],
  customer,
})
const NOTHING = { areCancelled: false, areOver: false, plannedFor: '', cancelNote: '' }

describe('the headline of an order', () => {
  type Case = [OrderStatus, Partial<typeof NOTHING>, { title: string; hasTickets: boolean }]
  test.each<Case>([
    ['pending', {}, { title: 'Not paid yet', hasTickets: false }],
    ['paid', {}, { title: 'You’re going, Ada', hasTickets: true }],
    ['paid', { areCancelled: true, areOver: true }, { title: 'This event is cancelled', hasTickets: true }],
    [
      'paid',
      { areOver: true, plannedFor: 'Fri 4 Dec, 20:00' },
      { title: 'This event is over', hasTickets: true },
    ],
    ['paid', { plannedFor: 'Fri 4 Dec, 20:00' }, { title: 'The date has changed', hasTickets: true }],
    ['partially_refunded', {}, { title: 'Partly refunded', hasTickets: true }],
    ['partially_refunded', { areOver: true }, { title: 'This event is over', hasTickets: true }],
    ['refunded', {}, { title: 'Refunded', hasTickets: false }],
    ['refunded', { areCancelled: true }, { title: 'Cancelled and refunded', hasTickets: false }],
    ['cancelled', { areOver: true }, { title: 'Cancelled', hasTickets: false }],
    ['expired', {}, { title: 'This order has expired', hasTickets: false }],
  ])('%s with %j: %j', (status, events, expected) => {
    expect(orderMessage(order(status), { ...NOTHING, ...events })).toMatchObject(expected)
  })

  test.each(['cancelled', 'expired'] as const)(
    '%s: says that nothing was charged only if that is known',
    (status) => {
      const known = { ...order(status), tickets: [] }
      const started = { ...known, paymentPending: true }
      for (const messageOf of [orderMessage, (each: typeof known) => voucherOrderMessage(each, undefined)]) {
        expect(messageOf(known).text).toContain('Nothing was charged.')
        expect(messageOf(started)).toMatchObject({
          title: messageOf(known).title,
          text: expect.stringMatching(/^A payment .* If you were charged, .* refund you in full\.$/),
        })
      }
    },
  )

  test.each([
    [
      'refunded',
      { to: 'payment', hasFailed: false },
      'refunded to the payment method you used. Depending on',
    ],
    ['refunded', { to: 'vouchers', hasFailed: false }, 'refunded to the voucher that you paid with.'],
    ['refunded', { to: 'organiser', hasFailed: false }, 'The organiser will refund this order.'],
    ['refunded', { to: 'nothing', hasFailed: false }, 'Your tickets are no longer needed.'],
    ['refunded', { to: 'nothing', hasFailed: true }, 'couldn’t refund your payment'],
  ] as const)('of a cancelled event, %s with %j, says where the money is', (status, refund, text) => {
    const events = { ...NOTHING, areCancelled: true }
    expect(orderMessage(order(status), events, refund).text).toContain(text)
  })

  test('doesn’t say that a failed refund was made', () => {
    for (const status of ['refunded', 'partially_refunded'] as const) {
      const message = orderMessage(order(status), NOTHING, { to: 'nothing', hasFailed: true })
      expect(message.title).toBe('Your refund has failed')
      expect(message.text).toContain('Contact the organiser')
      expect(message.text).not.toContain('was refunded')
    }
  })

  test('doesn’t say that a free order was refunded', () => {
    const free = { to: 'nothing', hasFailed: false } as const
    expect(orderMessage(order('refunded'), NOTHING, free)).toMatchObject({
      title: 'Tickets no longer valid',
      text: 'This order’s tickets are no longer valid.',
    })
    expect(orderMessage(order('partially_refunded'), NOTHING, free).text).not.toContain('refunded')
  })

  test('says why a payment that bought nothing was refunded', () => {
    const { text } = orderMessage({ ...order('refunded'), tickets: [] })
    expect(text).toContain('arrived too late for this order')
    expect(text).not.toContain('Its tickets')
  })

  test('says which tickets are valid after a partial refund', () => {
    const textOf = (...states: Ticket['status'][]) =>
      orderMessage({
        ...order('partially_refunded'),
        tickets: states.map((status) => ({ ...ticket, status })),
      }).text
    expect(textOf('valid', 'used')).toBe('Part of this order was refunded. Your tickets are valid.')
    expect(textOf('valid', 'valid', 'void')).toContain('Your remaining tickets are valid.')
    expect(textOf('valid', 'void')).toBe('Part of this order was refunded. Your remaining ticket is valid.')
    expect(textOf('passed_on', 'void')).toContain('Yours are no longer valid.')
  })

  test('has the promoter’s own words about a cancellation', () => {
    const events = { ...NOTHING, areCancelled: true, cancelNote: 'The singer is ill.' }
    expect(orderMessage(order('paid'), events).text).toBe('The singer is ill.')
  })
})

describe('the state of a ticket', () => {
  const event = { status: 'published', endsAt: '2026-12-04T23:00Z', timeZone: 'UTC' } as EventDetail
  const admittedAt = '2026-12-04T19:05:00Z'
  const past = { ...event, endsAt: '2026-12-04T19:30Z' }
  const cancelled: EventDetail = { ...event, status: 'cancelled' }
  const stateOf = (about: Partial<Ticket>, at: { event?: EventDetail; admittedAt?: string } = {}) =>
    ticketState({ ...ticket, ...about }, { event, admittedAt: undefined, now: NOW, ...at })

  test('is in words and a shape', () => {
    expect(stateOf({})).toMatchObject({ label: 'Valid', shape: 'valid' })
    expect(stateOf({}, { event: past })).toMatchObject({ label: 'Event is over', shape: 'past' })
    expect(stateOf({}, { event: cancelled })).toMatchObject({ label: 'Event cancelled', shape: 'ended' })
  })

  test('has the time of the last entry', () => {
    const used = { label: 'Used, Fri 4 Dec, 19:05', shape: 'used' }
    expect(stateOf({ status: 'used' }, { admittedAt })).toMatchObject(used)
    expect(stateOf({ status: 'used' })).toMatchObject({ label: 'Used', shape: 'used' })
    expect(stateOf({ status: 'used' }, { event: past, admittedAt })).toMatchObject({ ...used, shape: 'past' })
  })

  test('says why a ticket is no longer valid', () => {
    const refunded = { label: 'Refunded, no longer valid', shape: 'ended' }
    expect(stateOf({ status: 'void' }, { event: cancelled })).toMatchObject(refunded)
    const returned = stateOf({ status: 'void', isReturned: true })
    expect(returned).toMatchObject({ label: 'Returned, no longer valid', shape: 'ended' })
    const passedOn = stateOf({ status: 'passed_on', passedOnTo: 'Grace' })
    expect(passedOn).toMatchObject({ label: 'Passed on to Grace', shape: 'passed' })
  })

  test('is that of the ticket alone while its event is off the site', () => {
    const about = { event: undefined, admittedAt, now: NOW }
    expect(ticketState({ ...ticket, status: 'used' }, about)).toMatchObject({ label: 'Used', shape: 'used' })
    expect(ticketState(ticket, about)).toMatchObject({ label: 'Valid', shape: 'valid' })
  })
})
