import { randomUUID } from 'node:crypto'
import {
  createSandboxEngine,
  LATE_SETTLEMENT_MS,
  type SandboxEngine,
} from '#server/money/sandbox-engine/engine.ts'
import type { Intent, IntentRequest, PaymentProvider } from '#server/money/providers/provider.ts'
import { createSandbox } from '#server/money/providers/sandbox.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { createTestDatabase } from './database.ts'
import { STRIPE_KEYS } from './stripe-server/keys.ts'
import { openStripeServer } from './stripe-server/server.ts'
import type { Faults } from './stripe-server/faults.ts'
import { findStripeMock, openStripeMock } from './stripe-server/stripe-mock.ts'

export const SECRETS = ['whsec_the_new_one_of_two', 'whsec_the_old_one_of_two'] as const

export interface Stage {
  provider: PaymentProvider
  engine: SandboxEngine
  clock: FakeClock
  /** Pays 50.00 with a card. */
  pay: (number: string) => Promise<Intent>
  tryCard: (intentId: string, number: string) => Promise<Intent>
  settle: () => Promise<void>
  close: () => Promise<void>
}

export interface WiredStage extends Stage {
  url: string
  faults: Faults
  /** A client with short timeouts; used only with faults, because a busy machine would time out without any. */
  impatient: Pick<Stage, 'provider' | 'tryCard'>
}

export const card = (number: string, expiry = '12/30') => ({ number, expiry, cvc: '123' })

export const RETURN_URL = 'https://aurora.example/orders/1'

export const intentWish = (amountCents = 5000, currency = 'EUR'): IntentRequest => {
  const orderId = randomUUID()
  const descriptor = 'Auróra “Live” * Club & more'
  return { idempotencyKey: orderId, orderId, amountCents, currency, orderNumber: 'AUR-1', descriptor }
}

export const openStage = (name: PaymentProvider['name']): Promise<Stage> =>
  name === 'sandbox' ? openSandboxStage() : openStripeStage()

async function openSandboxStage(): Promise<Stage> {
  const { db, drop } = await createTestDatabase()
  const clock = newClock()
  const provider = createSandbox({ db, clock, webhookSecrets: SECRETS })
  return { ...withWork({ provider, engine: createSandboxEngine({ db, clock }), clock }), close: drop }
}

/** Where stripe-mock is installed, closing fails if it has refused a request. */
export async function openStripeStage(): Promise<WiredStage> {
  const { db, drop } = await createTestDatabase()
  const clock = newClock()
  const path = findStripeMock()
  const mock = path === undefined ? undefined : await openStripeMock(path)
  const server = await openStripeServer({ db, clock, webhookSecrets: SECRETS, mirror: mock?.mirror })
  const { url, engine, faults } = server
  const stageFor = (timeoutMs: number): Omit<Stage, 'close'> => {
    const settings = { ...STRIPE_KEYS, webhookSecrets: SECRETS, apiUrl: url, clock, timeoutMs }
    return withWork({ provider: createStripe(settings), engine, clock })
  }
  const close = async (): Promise<void> => {
    await server.close()
    await drop()
    const refused = await mock?.refused()
    await mock?.close()
    if (refused && refused.length > 0) throw new Error(`stripe-mock refused:\n${refused.join('\n')}`)
  }
  return { ...stageFor(20_000), impatient: stageFor(400), url, faults, close }
}

const newClock = (): FakeClock => createFakeClock(Date.parse('2026-11-21T12:00:00Z'))

function withWork(parts: Pick<Stage, 'provider' | 'engine' | 'clock'>): Omit<Stage, 'close'> {
  const { provider, engine, clock } = parts
  const tryCard = (intentId: string, number: string): Promise<Intent> =>
    provider.confirmIntent(intentId, card(number), RETURN_URL)
  return {
    ...parts,
    tryCard,
    pay: async (number) => tryCard((await provider.createIntent(intentWish())).id, number),
    settle: async () => {
      clock.advance(LATE_SETTLEMENT_MS)
      await engine.settle()
    },
  }
}
