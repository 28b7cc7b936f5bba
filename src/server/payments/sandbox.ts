import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DeclineCode } from '#contracts/errors.ts'
import { urls } from '#contracts/urls.ts'
import type { Card } from '#model/payments.ts'
import type { Clock } from '../context.ts'
import type { Database } from '../db/tables.ts'
import type { Intent, PaymentProvider } from './provider.ts'
import { findIntent, insertEvent, insertIntent, moveIntent, type SandboxIntent } from './sandbox-rows.ts'

/** How long the card that settles late takes. */
export const LATE_SETTLEMENT_MS = 3000

/** Stripe's test numbers and what happens to them. */
const TEST_CARDS: Readonly<Record<string, 'succeed' | 'challenge' | 'settle_late' | DeclineCode>> = {
  '4242424242424242': 'succeed',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000003220': 'challenge',
  '4000000000000077': 'settle_late',
}

/** The provider that needs no keys: it behaves like one on the other side of a wire, with books and webhooks of its own. */
export function createSandbox(parts: {
  db: Kysely<Database>
  clock: Clock
  webhookSecret: string
}): PaymentProvider {
  const { db, clock, webhookSecret } = parts
  const now = (): Date => new Date(clock.now())
  const fetchIntent = async (intentId: string): Promise<Intent> => toIntent(await requireIntent(db, intentId))
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    createIntent: async (request) => toIntent(await insertIntent(db, { ...request, now: now() })),
    confirmIntent: async (intentId, card) => {
      const fate = judgeCard(card, clock.now())
      if (fate === 'succeed') await succeedIntent(db, intentId, now())
      else if (fate === 'challenge') await moveIntent(db, { intentId, from: ['open'], to: 'requires_action' })
      else if (fate === 'settle_late') {
        const settlesAt = new Date(clock.now() + LATE_SETTLEMENT_MS)
        await moveIntent(db, { intentId, from: ['open', 'requires_action'], to: 'processing', settlesAt })
      } else await moveIntent(db, { intentId, from: ['open', 'requires_action'], to: 'open', decline: fate })
      return fetchIntent(intentId)
    },
    cancelIntent: async (intentId) => {
      await moveIntent(db, { intentId, from: ['open', 'requires_action'], to: 'cancelled' })
      return fetchIntent(intentId)
    },
    refundIntent: async (intentId) => {
      await moveIntent(db, { intentId, from: ['succeeded'], to: 'refunded' })
      return fetchIntent(intentId)
    },
    fetchIntent,
    readEvent: (payload) => sandboxEvent.safeParse(payload).data,
    readWebhook: (rawBody, signature) =>
      isSigned(rawBody, signature, webhookSecret) ? readEvent(rawBody) : undefined,
  }
}

/** Settles an intent and leaves an event to be delivered, as one fact. */
export const succeedIntent = (db: Kysely<Database>, intentId: string, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const moved = await moveIntent(trx, {
      intentId,
      from: ['open', 'requires_action', 'processing'],
      to: 'succeeded',
    })
    if (moved) await insertEvent(trx, { intentId, type: 'payment.succeeded', deliverAt: now })
  })

function judgeCard(card: Card, now: number): 'succeed' | 'challenge' | 'settle_late' | DeclineCode {
  const number = card.number.replaceAll(/\D/g, '')
  if (!passesLuhn(number)) return 'invalid_number'
  if (isPast(card.expiry, now)) return 'expired_card'
  return TEST_CARDS[number] ?? 'card_declined'
}

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

/** A card is good through the last moment of its month. */
function isPast(expiry: string, now: number): boolean {
  const [month = '0', year = '0'] = expiry.split('/').map((part) => part.trim())
  return Date.UTC(2000 + Number(year), Number(month), 1) <= now
}

async function requireIntent(db: Kysely<Database>, intentId: string): Promise<SandboxIntent> {
  const intent = await findIntent(db, intentId)
  if (!intent) throw new Error(`The sandbox knows no payment ${intentId}.`)
  return intent
}

const toIntent = (row: SandboxIntent): Intent => ({
  id: row.id,
  clientSecret: row.clientSecret,
  amountCents: row.amountCents,
  currency: row.currency,
  status: row.status,
  orderId: row.orderId,
  ...(row.status === 'open' && row.decline ? { decline: row.decline } : {}),
  ...(row.status === 'requires_action'
    ? { nextAction: { type: 'redirect' as const, url: urls.sandboxChallenge(row.id) } }
    : {}),
})

export const signBody = (rawBody: string, secret: string): string =>
  createHmac('sha256', secret).update(rawBody).digest('hex')

function isSigned(rawBody: string, signature: string, secret: string): boolean {
  const expected = Buffer.from(signBody(rawBody, secret))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const sandboxEvent = z.object({ id: z.string(), type: z.string(), intentId: z.string() })

/** The signature proves who wrote it, so anything but an event is a bug. */
const readEvent = (rawBody: string): z.infer<typeof sandboxEvent> => sandboxEvent.parse(JSON.parse(rawBody))
