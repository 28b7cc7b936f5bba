import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DeclineCode } from '#contracts/errors.ts'
import { urls } from '#contracts/urls.ts'
import type { Card } from '#model/payments.ts'
import type { Clock } from '../context.ts'
import type { Database } from '../db/tables.ts'
import type { Intent, PaymentProvider } from './provider.ts'
import { findIntent, insertIntent, moveIntent, succeedIntent, type SandboxIntent } from './sandbox-rows.ts'

/** How long the card that settles late takes. */
export const LATE_SETTLEMENT_MS = 3000

type Fate = 'succeed' | 'challenge' | 'settle_late' | DeclineCode

/** Stripe's test numbers and what happens to them. */
const TEST_CARDS: Readonly<Record<string, Fate>> = {
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
      const moved = await moveByFate(db, { intentId, fate: judgeCard(card, clock.now()), now: clock.now() })
      return moved ? toIntent(moved) : fetchIntent(intentId)
    },
    cancelIntent: async (intentId) => {
      const moved = await moveIntent(db, { intentId, from: ['open', 'requires_action'], to: 'cancelled' })
      return moved ? toIntent(moved) : fetchIntent(intentId)
    },
    refundIntent: async (intentId) => {
      const moved = await moveIntent(db, { intentId, from: ['succeeded'], to: 'refunded' })
      return moved ? toIntent(moved) : fetchIntent(intentId)
    },
    fetchIntent,
    readEvent: (payload) => sandboxEvent.safeParse(payload).data,
    readWebhook: (rawBody, signature) =>
      isSigned(rawBody, signature, webhookSecret) ? readEvent(rawBody) : undefined,
  }
}

function moveByFate(
  db: Kysely<Database>,
  move: { intentId: string; fate: Fate; now: number },
): Promise<SandboxIntent | undefined> {
  const { intentId, fate, now } = move
  if (fate === 'succeed') return succeedIntent(db, intentId, new Date(now))
  if (fate === 'challenge') return moveIntent(db, { intentId, from: ['open'], to: 'requires_action' })
  const from = ['open', 'requires_action'] as const
  return fate === 'settle_late'
    ? moveIntent(db, { intentId, from, to: 'processing', settlesAt: new Date(now + LATE_SETTLEMENT_MS) })
    : moveIntent(db, { intentId, from, to: 'open', decline: fate })
}

function judgeCard(card: Card, now: number): Fate {
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
