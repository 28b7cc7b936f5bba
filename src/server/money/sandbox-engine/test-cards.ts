import type { DeclineCode } from '#contracts/platform/declines.ts'
import type { Card } from '#model/money/payments.ts'

export type CardOutcome = 'succeed' | 'challenge' | 'settle_late' | DeclineCode

export interface TestCard {
  number: string
  /** Stripe's test payment method for this card, for calls that don't accept card numbers. */
  method: string
  outcome: CardOutcome
  brand: 'visa' | 'mastercard' | 'amex'
  /** After a delay, refunds succeed (`late`) or fail (`failing`). */
  refunds?: 'late' | 'failing'
  disputes?: true
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', method: 'pm_card_visa', outcome: 'succeed', brand: 'visa' },
  { number: '5555555555554444', method: 'pm_card_mastercard', outcome: 'succeed', brand: 'mastercard' },
  { number: '378282246310005', method: 'pm_card_amex', outcome: 'succeed', brand: 'amex' },
  {
    number: '4000000000000002',
    method: 'pm_card_visa_chargeDeclined',
    outcome: 'card_declined',
    brand: 'visa',
  },
  {
    number: '4000000000009995',
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    outcome: 'insufficient_funds',
    brand: 'visa',
  },
  {
    number: '4000000000000069',
    method: 'pm_card_chargeDeclinedExpiredCard',
    outcome: 'expired_card',
    brand: 'visa',
  },
  {
    number: '4000000000003220',
    method: 'pm_card_threeDSecure2Required',
    outcome: 'challenge',
    brand: 'visa',
  },
  { number: '4000000000000077', method: 'pm_card_bypassPending', outcome: 'settle_late', brand: 'visa' },
  {
    number: '4000000000000259',
    method: 'pm_card_createDispute',
    outcome: 'succeed',
    brand: 'visa',
    disputes: true,
  },
  {
    number: '4000000000007726',
    method: 'pm_card_pendingRefund',
    outcome: 'succeed',
    brand: 'visa',
    refunds: 'late',
  },
  {
    number: '4000000000005126',
    method: 'pm_card_refundFail',
    outcome: 'succeed',
    brand: 'visa',
    refunds: 'failing',
  },
]

/** A card with the result of charging it. An unknown card number is declined and not stored. */
export interface CheckedCard {
  outcome: CardOutcome
  card: TestCard | undefined
}

export function checkCard(typed: Card, now: number): CheckedCard {
  const number = typed.number.replaceAll(/\D/g, '')
  if (!passesLuhn(number)) return { outcome: 'invalid_number', card: undefined }
  if (isPast(typed.expiry, now)) return { outcome: 'expired_card', card: undefined }
  const card = findTestCard(number)
  return { outcome: card?.outcome ?? 'card_declined', card }
}

export const findTestCard = (name: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.number === name || card.method === name)

function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return number.length >= 12 && sum % 10 === 0
}

function isPast(expiry: string, now: number): boolean {
  const [month = '0', year = '0'] = expiry.split('/').map((part) => part.trim())
  return Date.UTC(2000 + Number(year), Number(month), 1) <= now
}
