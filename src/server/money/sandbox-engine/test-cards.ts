import type { DeclineCode } from '#contracts/platform/declines.ts'
import type { Card } from '#model/money/payments.ts'

export type CardOutcome = 'succeed' | 'challenge' | 'settle_late' | DeclineCode

export interface TestCard {
  number: string
  /** Stripe's test payment method for this card, for calls that don't accept card numbers. */
  method: string
  fate: CardOutcome
  brand: 'visa' | 'mastercard' | 'amex'
  /** After a delay, refunds succeed (`late`) or fail (`failing`). */
  refunds?: 'late' | 'failing'
  disputes?: true
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', method: 'pm_card_visa', fate: 'succeed', brand: 'visa' },
  { number: '5555555555554444', method: 'pm_card_mastercard', fate: 'succeed', brand: 'mastercard' },
  { number: '378282246310005', method: 'pm_card_amex', fate: 'succeed', brand: 'amex' },
  {
    number: '4000000000000002',
    method: 'pm_card_visa_chargeDeclined',
    fate: 'card_declined',
    brand: 'visa',
  },
  {
    number: '4000000000009995',
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    fate: 'insufficient_funds',
    brand: 'visa',
  },
  {
    number: '4000000000000069',
    method: 'pm_card_chargeDeclinedExpiredCard',
    fate: 'expired_card',
    brand: 'visa',
  },
  {
    number: '4000000000003220',
    method: 'pm_card_threeDSecure2Required',
    fate: 'challenge',
    brand: 'visa',
  },
  { number: '4000000000000077', method: 'pm_card_bypassPending', fate: 'settle_late', brand: 'visa' },
  {
    number: '4000000000000259',
    method: 'pm_card_createDispute',
    fate: 'succeed',
    brand: 'visa',
    disputes: true,
  },
  {
    number: '4000000000007726',
    method: 'pm_card_pendingRefund',
    fate: 'succeed',
    brand: 'visa',
    refunds: 'late',
  },
  {
    number: '4000000000005126',
    method: 'pm_card_refundFail',
    fate: 'succeed',
    brand: 'visa',
    refunds: 'failing',
  },
]

/** A card with the result of charging it. An unknown card number is declined and not stored. */
export interface CheckedCard {
  fate: CardOutcome
  card: TestCard | undefined
}

export function checkCard(typed: Card, now: number): CheckedCard {
  const number = typed.number.replaceAll(/\D/g, '')
  if (!passesLuhn(number)) return { fate: 'invalid_number', card: undefined }
  if (isPast(typed.expiry, now)) return { fate: 'expired_card', card: undefined }
  const card = findTestCard(number)
  return { fate: card?.fate ?? 'card_declined', card }
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
