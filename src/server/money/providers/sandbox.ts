import { z } from 'zod'
import { developmentUrls } from '#contracts/platform/development-urls.ts'
import type { Clock } from '#server/context.ts'
import type { Db } from '#server/platform/db/query.ts'
import { createSandboxEngine, type SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import type { EngineEvent } from '#server/money/sandbox-engine/event-rows.ts'
import type { EngineIntent, EngineRefund } from '#server/money/sandbox-engine/intent-rows.ts'
import type { EnginePayee } from '#server/money/sandbox-engine/payee-rows.ts'
import type { EnginePayout } from '#server/money/sandbox-engine/payout-rows.ts'
import { SandboxRefusal } from '#server/money/sandbox-engine/refusal.ts'
import {
  BalanceInsufficient,
  PayeeRefused,
  PaymentNotFound,
  RefundRefused,
  type Intent,
  type Payee,
  type Payees,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPayout,
  type ProviderRefund,
} from './provider.ts'
import { isSignatureValid, readJson } from './sign-webhook.ts'

/**
 * Creates a simulated payment provider. It needs no API keys, stores its own records and sends signed webhooks, like a
 * remote provider.
 */
export function createSandbox(parts: {
  db: Db
  clock: Clock
  webhookSecrets: readonly string[]
}): PaymentProvider {
  const { clock, webhookSecrets } = parts
  const engine = createSandboxEngine(parts)
  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',
    publishableKey: undefined,
    canCharge: () => true,
    createIntent: async ({ idempotencyKey, amountCents, currency, orderId, orderNumber, descriptor }) => {
      const metadata = { orderId, orderNumber }
      return toIntent(
        await engine.createIntent({ key: idempotencyKey, amountCents, currency, metadata, descriptor }),
      )
    },
    confirmIntent: async (intentId, card) => toIntent(await engine.confirm(intentId, card)),
    cancelIntent: async (intentId) => toIntent(await engine.cancel(intentId).catch(orUnknown)),
    fetchIntent: async (intentId) => toIntent(await engine.intent(intentId).catch(orUnknown)),
    refund: async ({ intentId, key, amountCents }) => {
      const request = { intentId, key, amountCents, metadata: { refundKey: key } }
      return toRefund(await engine.refund(request).catch(refuseMoney))
    },
    readEvent,
    readWebhook: (rawBody, signature) =>
      isSignatureValid({ rawBody, signature }, { secrets: webhookSecrets, now: clock.now() })
        ? readEvent(readJson(rawBody))
        : undefined,
    payees: createPayees(engine),
    domains: {
      list: 'sandbox',
      register: async () => ({ inactive: [] }),
      disable: async () => undefined,
      fetchAppleFile: async () => undefined,
    },
  }
}

function createPayees({ payees }: SandboxEngine): Payees {
  return {
    create: async (request) => toPayee(await payees.create(request)),
    fetch: async (payeeId) => toPayee(await payees.find(payeeId)),
    onboardingLink: async (payeeId, { returnUrl }) => developmentUrls.sandboxOnboarding(payeeId, returnUrl),
    dashboardLink: async (payeeId) => developmentUrls.sandboxDashboard(payeeId),
    transfer: async (request) => {
      const { id } = await payees.transfer({ ...request, metadata: {} }).catch(refusePayee)
      return { id }
    },
    payOut: async (request) => toPayout(await payees.payOut({ ...request, metadata: {} }).catch(refusePayee)),
    fetchPayout: async (payeeId, payoutId) => toPayout(await payees.payout(payeeId, payoutId)),
    findTransfer: async ({ key }) => {
      const transfer = await payees.findTransfer({ key })
      return transfer && { id: transfer.id, isReversed: transfer.isReversed }
    },
    findPayout: async ({ key }) => {
      const payout = await payees.findPayout(key)
      return payout && toPayout(payout)
    },
    reverseTransfer: async (transferId) => {
      await payees.reverse(transferId).catch(refusePayee)
    },
  }
}

function orUnknown(error: unknown): never {
  const isUnknown = error instanceof SandboxRefusal && error.code === 'resource_missing'
  throw isUnknown ? new PaymentNotFound(error.message) : error
}

function refuseMoney(error: unknown): never {
  if (!(error instanceof SandboxRefusal)) throw error
  throw isShort(error) ? new BalanceInsufficient(error.message) : new RefundRefused(error.message)
}

function refusePayee(error: unknown): never {
  if (!(error instanceof SandboxRefusal) || error.code === 'resource_missing') throw error
  throw isShort(error) ? new BalanceInsufficient(error.message) : new PayeeRefused(error.message)
}

const isShort = ({ code }: SandboxRefusal): boolean => code === 'balance_insufficient'

const toIntent = (row: EngineIntent): Intent => ({
  id: row.id,
  clientSecret: row.clientSecret,
  amountCents: row.amountCents,
  currency: row.currency,
  status: row.status,
  orderId: row.metadata['orderId'] ?? '',
  ...(row.status === 'open' && row.decline ? { decline: row.decline } : {}),
  ...(row.status === 'requires_action'
    ? { nextAction: { type: 'redirect' as const, url: developmentUrls.sandboxChallenge(row.id) } }
    : {}),
  feeCents: row.feeCents,
  refunds: row.refunds.map(toRefund),
  disputes: row.disputes.map(({ id, amountCents, status, reason }) => ({ id, amountCents, status, reason })),
})

const toRefund = ({ id, metadata, amountCents, status }: EngineRefund): ProviderRefund => ({
  id,
  key: metadata['refundKey'],
  amountCents,
  status,
})

const toPayee = ({ id, status }: EnginePayee): Payee => ({
  id,
  status,
  missing: status === 'incomplete' ? ['date of birth', 'bank account'] : [],
})

const toPayout = ({ id, status, reason }: EnginePayout): ProviderPayout => ({
  id,
  status,
  ...(reason ? { reason } : {}),
})

export const sandboxPayload = ({ at: _at, ...event }: EngineEvent): Omit<EngineEvent, 'at'> => event

const sandboxEvent = z.object({
  id: z.string(),
  type: z.string(),
  intentId: z.optional(z.string()),
  payeeId: z.optional(z.string()),
  payoutId: z.optional(z.string()),
})

function readEvent(payload: unknown): ProviderEvent | undefined {
  const event = sandboxEvent.safeParse(payload).data
  if (!event) return undefined
  const { id, type } = event
  return { id, type, about: subjectOf(event), saysPaid: type === 'payment_intent.succeeded' }
}

function subjectOf(event: z.infer<typeof sandboxEvent>): ProviderEvent['about'] {
  const { intentId, payeeId, payoutId } = event
  if (intentId) return { intentId }
  if (payoutId && payeeId) return { payoutId, payeeId }
  return payeeId ? { payeeId } : undefined
}
