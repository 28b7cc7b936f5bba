import type { Kysely } from 'kysely'
import type { Clock } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createSandboxEngine, type SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import {
  listUndeliveredEvents,
  markEventsDelivered,
  type EngineEvent,
} from '#server/money/sandbox-engine/event-rows.ts'
import type { PaymentProvider } from '#server/money/providers/provider.ts'
import { createSandbox, sandboxPayload } from '#server/money/providers/sandbox.ts'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import { createStripe } from '#server/money/providers/stripe.ts'
import { STRIPE_KEYS } from '../stripe-server/keys.ts'
import { openStripeServer } from '../stripe-server/server.ts'
import type { Message } from '../stripe-server/webhooks.ts'

export type ProviderName = PaymentProvider['name']

/** A provider's side, independent of Foyer processes. */
export interface Books {
  engine: SandboxEngine
  provider: PaymentProvider
  waiting: () => Promise<EngineEvent[]>
  write: (event: EngineEvent) => Promise<Message>
  forget: (event: EngineEvent) => Promise<void>
  close: () => Promise<void>
}

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

const SECRETS = ['a-secret-only-schedules-know']
const MANY = 100

/** `stripe` uses Stripe's protocol over HTTP against a test server. */
export async function openBooks(name: ProviderName, parts: Parts): Promise<Books> {
  const { db, clock } = parts
  const now = (): Date => new Date(clock.now())
  const shared = {
    waiting: () => listUndeliveredEvents(db, { now: now(), limit: MANY }),
    forget: ({ id }: EngineEvent) => markEventsDelivered(db, { ids: [id], now: now() }),
  }
  if (name === 'stripe') return { ...shared, ...(await openStripe(parts)) }
  return {
    ...shared,
    engine: createSandboxEngine(parts),
    provider: createSandbox({ ...parts, webhookSecrets: SECRETS }),
    write: async (event) => {
      const rawBody = JSON.stringify(sandboxPayload(event))
      return { rawBody, signature: signBody(rawBody, { secrets: SECRETS, at: clock.now() }) }
    },
    close: () => Promise.resolve(),
  }
}

async function openStripe({
  db,
  clock,
}: Parts): Promise<Pick<Books, 'engine' | 'provider' | 'write' | 'close'>> {
  const { engine, write, close, url } = await openStripeServer({ db, clock, webhookSecrets: SECRETS })
  const provider = createStripe({ ...STRIPE_KEYS, webhookSecrets: SECRETS, apiUrl: url, clock })
  return { engine, provider, write, close }
}
