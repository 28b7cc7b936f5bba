import { expect, it } from 'vitest'
import {
  additionMessage,
  cartAdditionView,
  type CartAdditionViewInput,
} from '#elements/shop/addition-view.ts'
import type { CartItem, NewCartItem } from '#model/sales/cart.ts'

const line = (ticketTypeId: string, quantity: number): NewCartItem => ({
  ticketTypeId,
  eventId: 'e',
  price: 20,
  quantity,
  maxPerOrder: 6,
  name: ticketTypeId,
})
const item = (ticketTypeId: string, quantity: number): CartItem => ({
  ...line(ticketTypeId, quantity),
  id: ticketTypeId,
  totalPrice: 20 * quantity,
})

/** Three more standing tickets beside one that was in the cart, and one new seat. */
const FACTS: CartAdditionViewInput = {
  addition: {
    requested: [line('Standing', 3), line('Seat', 1)],
    before: new Map([
      ['Standing', 1],
      ['Seat', 0],
    ]),
  },
  items: [item('Standing', 4), item('Seat', 1)],
  status: 'idle',
  notice: undefined,
  isExpired: false,
}

const SOLD_OUT = {
  type: 'warning',
  title: 'Your cart has changed',
  message: 'Standing has just sold out.',
} as const

const messageOf = (change: Partial<CartAdditionViewInput>): string => {
  const view = cartAdditionView({ ...FACTS, ...change })
  return view ? additionMessage(view) : ''
}

it.each<[string, Partial<CartAdditionViewInput>, string]>([
  ['all is held', {}, 'Added to your cart: 3 × Standing, 1 × Seat.'],
  [
    'one is missing',
    { items: [item('Standing', 3), item('Seat', 1)], notice: SOLD_OUT },
    '3 of 4 tickets added: 2 × Standing, 1 × Seat. Standing has just sold out.',
  ],
  [
    'nothing is held',
    { items: [item('Standing', 1)], notice: SOLD_OUT },
    'Your tickets couldn’t be held. Standing has just sold out.',
  ],
  [
    'the cart had the maximum',
    {
      items: [item('Standing', 6), item('Seat', 1)],
      addition: { requested: [line('Standing', 3)], before: new Map([['Standing', 6]]) },
    },
    'Your tickets couldn’t be held. Standing is limited to 6 per order.',
  ],
  [
    'the price has changed',
    { notice: { ...SOLD_OUT, message: 'The price of Seat has changed.' } },
    'Added to your cart: 3 × Standing, 1 × Seat. The price of Seat has changed.',
  ],
  [
    'the server can’t be reached',
    { status: 'offline' },
    'Saved, but not held yet: 3 × Standing, 1 × Seat. We can’t reach the server. We’ll hold your tickets once you’re online.',
  ],
  [
    'the server refuses',
    {
      status: 'refused',
      notice: { type: 'destructive', title: 'Your cart couldn’t be updated', message: 'Too many requests.' },
    },
    'Your cart couldn’t be updated: 3 × Standing, 1 × Seat. Too many requests.',
  ],
  ['another request is under way', { status: 'sending' }, 'Holding your tickets…'],
  [
    'the hold has expired',
    { isExpired: true },
    'Your tickets are no longer held: 3 × Standing, 1 × Seat. The time limit has passed, and they’re on sale again.',
  ],
  ['the cart was bought in another tab', { items: [] }, ''],
  ['it was undone', { addition: undefined }, ''],
])('says what happened when %s', (_, change, message) => {
  expect(messageOf(change)).toBe(message)
})

it.each<[Partial<CartAdditionViewInput>, string | undefined, boolean]>([
  [{}, 'checkout', true],
  [{ items: [item('Standing', 3)], notice: SOLD_OUT }, 'checkout', true],
  [{ items: [item('Standing', 1)], notice: SOLD_OUT }, undefined, false],
  [{ status: 'offline' }, 'retry', true],
  [{ status: 'refused' }, 'retry', true],
  [{ status: 'sending' }, 'retry', false],
  [{ isExpired: true }, undefined, false],
])('after %o, the next step is %s, and undo is offered: %s', (change, next, canUndo) => {
  expect(cartAdditionView({ ...FACTS, ...change })).toMatchObject({ next, canUndo })
})

it('offers the notice’s link', () => {
  const link = { href: '/login', label: 'Sign in' }
  expect(cartAdditionView({ ...FACTS, notice: { ...SOLD_OUT, link } })?.link).toEqual(link)
})
