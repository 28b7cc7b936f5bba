import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import { systemClock, type Clock } from '#server/context.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createSandboxEngine, type SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { accountRoutes, newAccount, type StripeAccount } from './account-routes.ts'
import { answer, type Api } from './answer.ts'
import { createFaults, type Faults } from './faults.ts'
import { createIdempotency } from './idempotency.ts'
import { STRIPE_KEYS } from './keys.ts'
import { payeeRoutes } from './payee-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { createWebhooks, type Plan, type Target, type Webhooks } from './webhooks.ts'

export interface StripeServer extends Webhooks {
  /** For STRIPE_API_URL. */
  url: string
  engine: SandboxEngine
  account: StripeAccount
  faults: Faults
  requests: readonly string[]
  /** Delivers events periodically until closed. */
  deliverEvery: (milliseconds: number) => void
  close: () => Promise<void>
}

interface Options {
  db: Kysely<Database>
  clock?: Clock
  target?: Target
  /** All of them sign. */
  webhookSecrets?: readonly string[]
  mirror?: Api['mirror']
}

/** Starts a test server with the part of Stripe's API that Foyer uses, its engine and webhooks. */
export async function openStripeServer(options: Options): Promise<StripeServer> {
  const { db, clock = systemClock, webhookSecrets: secrets = [STRIPE_KEYS.webhookSecret] } = options
  const now = (): number => clock.now()
  const engine = createSandboxEngine({ db, clock })
  const webhooks = createWebhooks({ db, engine, now, secrets })
  webhooks.sendTo(options.target)
  const faults = createFaults()
  const requests: string[] = []
  const returnUrls = new Map<string, string>()
  const server = createServer()
  const url = (): string => addressOf(server)
  const account = newAccount()
  const routes = {
    ...paymentRoutes({ engine, now, url, returnUrls }),
    ...payeeRoutes({ engine, now, url }),
    ...accountRoutes({ account }),
  }
  const { mirror } = options
  const api: Api = {
    routes,
    account,
    mirror,
    faults,
    requests,
    idempotency: createIdempotency(now),
    engine,
    returnUrls,
  }
  server.on('request', (request, response) => {
    answer(api, request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const delivering = createRounds(() => webhooks.deliver())
  return {
    ...webhooks,
    deliver: (plan?: Plan) => webhooks.deliver(plan),
    url: url(),
    engine,
    account,
    faults,
    requests,
    deliverEvery: delivering.every,
    close: async () => {
      await delivering.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function addressOf(server: Server): string {
  // A listening TCP server has an address of this type.
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** Repeats `work`, one run at a time; stopping waits for the last. */
function createRounds(work: () => Promise<unknown>): {
  every: (milliseconds: number) => void
  stop: () => Promise<void>
} {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<unknown> = Promise.resolve()
  const run = (milliseconds: number): void => {
    timer = setTimeout(() => {
      round = work()
        .catch((error: unknown) => console.error(error))
        .finally(() => timer && run(milliseconds))
    }, milliseconds)
  }
  return {
    every: run,
    stop: async () => {
      clearTimeout(timer)
      timer = undefined
      await round
    },
  }
}
