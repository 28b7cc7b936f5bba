import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import {
  AmountNotMovable,
  fromStripeMinorUnits,
  toStripeMinorUnits,
} from '#server/money/providers/stripe-amounts.ts'
import { readStripeEvent } from '#server/money/providers/stripe-events.ts'
import { stripeFeeOf, toDescriptorSuffix } from '#server/money/providers/stripe-objects.ts'

const event = (type: string, object: object, more = {}) => ({ id: 'evt_1', type, data: { object }, ...more })

test.each([
  [event('payment_intent.succeeded', { id: 'pi_1' }), { intentId: 'pi_1' }],
  [event('payment_intent.payment_failed', { id: 'pi_1' }), { intentId: 'pi_1' }],
  [event('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }), { intentId: 'pi_1' }],
  [event('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' }), { intentId: 'pi_1' }],
  [event('refund.failed', { id: 're_1', payment_intent: 'pi_1' }), { intentId: 'pi_1' }],
  [event('charge.succeeded', { id: 'ch_1', payment_intent: null }), undefined],
  [event('account.updated', { id: 'acct_1' }, { account: 'acct_1' }), { payeeId: 'acct_1' }],
  [event('payout.paid', { id: 'po_1' }, { account: 'acct_1' }), { payoutId: 'po_1', payeeId: 'acct_1' }],
  [event('payout.paid', { id: 'po_1' }), undefined],
  [
    {
      id: 'evt_1',
      object: 'v2.core.event',
      type: 'v2.core.account[configuration.recipient].capability_status_updated',
      related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
    },
    { payeeId: 'acct_1' },
  ],
  [event('customer.created', { id: 'cus_1' }), undefined],
])('%o is about %o', (payload, about) => {
  expect(readStripeEvent(payload)).toEqual({
    id: 'evt_1',
    type: payload.type,
    about,
    saysPaid: payload.type === 'payment_intent.succeeded',
  })
})

test.each([null, 1, {}, { id: 1, type: 'x' }])('%o is no event', (payload) => {
  expect(readStripeEvent(payload)).toBeUndefined()
})

test.each([
  [1250, 'EUR', 1250],
  [5800, 'JPY', 5800],
  [12_340, 'KWD', 12_340],
  [500, 'ISK', 50_000],
  [500, 'UGX', 50_000],
  [50_000, 'MGA', 500],
  [990, 'HUF', 990],
])('%i minor units of %s are %i at Stripe, and back', (cents, currency, amount) => {
  expect(toStripeMinorUnits(cents, currency)).toBe(amount)
  expect(fromStripeMinorUnits(amount, currency.toLowerCase())).toBe(cents)
})

test.each([
  [12_345, 'KWD'],
  [1, 'TND'],
  [150, 'MGA'],
])('%i minor units of %s can’t be moved', (cents, currency) => {
  expect(() => toStripeMinorUnits(cents, currency)).toThrow(AmountNotMovable)
})

test.each([
  ['Aurora', 'Aurora'],
  ['Zoë’s Café <b>*"Live"*</b>', 'Zoe s Cafe b Live /b'],
  ['A promoter with a name that goes on', 'A promoter with a name'],
  ['A promoter with a very l', 'A promoter with a very'],
  ['東京', ''],
  ['東京 21', ''],
  ['  ', ''],
])('a statement descriptor of %j is %j', (text, suffix) => {
  expect(toDescriptorSuffix(text)).toBe(suffix)
})

test.each([
  // In the payment's currency, in another one with cents, and in one without.
  [
    { amount: 5000, fee: 100, currency: 'eur' },
    { amount: 5000, currency: 'eur' },
  ],
  [
    { amount: 4650, fee: 93, currency: 'eur' },
    { amount: 5000, currency: 'usd' },
  ],
  [
    { amount: 3200, fee: 64, currency: 'eur' },
    { amount: 5000, currency: 'jpy' },
  ],
  [
    { amount: 3500, fee: 70, currency: 'eur' },
    { amount: 500_000, currency: 'isk' },
  ],
])('2% fees, booked as %o, are 100 of %o', (transaction, payment) => {
  // Only the fields read of a charge.
  const charge = { balance_transaction: transaction } as Stripe.Charge
  expect(stripeFeeOf({ ...payment, latest_charge: charge })).toBe(100)
})

test('an unbooked fee is unknown', () => {
  expect(stripeFeeOf({ amount: 5000, currency: 'eur', latest_charge: null })).toBeNull()
  expect(stripeFeeOf({ amount: 5000, currency: 'eur', latest_charge: 'ch_1' })).toBeNull()
})
