import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db/tables.ts'
import type { SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import {
  listUndeliveredEvents,
  markEventsDelivered,
  type EngineEvent,
} from '#server/money/sandbox-engine/event-rows.ts'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import { toPayout } from './payee-shapes.ts'
import { toCharge, toDispute, toPaymentIntent, toRefund } from './shapes.ts'

export interface Message {
  rawBody: string
  signature: string
}

/** Receiver of webhooks: a URL, or a function that returns whether the message was accepted. */
export type Target = string | ((message: Message) => Promise<boolean>)

export interface Delivery {
  event: EngineEvent
  wasTaken: boolean
}

/**
 * Chooses which waiting events are sent, in which order: repeated ones are sent repeatedly, omitted ones wait. Default: each once, in
 * order.
 */
export type Plan = (waiting: readonly EngineEvent[]) => readonly EngineEvent[]

export interface Webhooks {
  sendTo: (target: Target | undefined) => void
  /** Completes what is due, then sends events. Unaccepted events wait for the next call. */
  deliver: (plan?: Plan) => Promise<Delivery[]>
  /** Drops waiting events: the chosen ones, or all. */
  lose: (choose?: (event: EngineEvent) => boolean) => Promise<number>
  write: (event: EngineEvent) => Promise<Message>
}

const MAX_EVENTS = 10_000

export function createWebhooks(parts: {
  db: Kysely<Database>
  engine: SandboxEngine
  now: () => number
  secrets: readonly string[]
}): Webhooks {
  const { db, engine, now, secrets } = parts
  let target: Target | undefined
  const waiting = async (): Promise<EngineEvent[]> => {
    await engine.settle()
    return listUndeliveredEvents(db, { now: new Date(now()), limit: MAX_EVENTS })
  }
  const write = async (event: EngineEvent): Promise<Message> => {
    const rawBody = JSON.stringify(await compose(engine, event), undefined, 2)
    return { rawBody, signature: signBody(rawBody, { secrets, at: now() }) }
  }
  const send = async (event: EngineEvent): Promise<Delivery> => {
    const wasTaken = target !== undefined && (await hand(target, await write(event)))
    if (wasTaken) await markEventsDelivered(db, { ids: [event.id], now: new Date(now()) })
    return { event, wasTaken }
  }
  return {
    sendTo: (next) => {
      target = next
    },
    deliver: async (plan = (events) => events) => {
      const deliveries: Delivery[] = []
      for (const event of plan(await waiting())) deliveries.push(await send(event))
      return deliveries
    },
    lose: async (choose = () => true) => {
      const lost = (await waiting()).filter(choose)
      await markEventsDelivered(db, { ids: lost.map(({ id }) => id), now: new Date(now()) })
      return lost.length
    },
    write,
  }
}

const PATIENCE_MS = 10_000

async function hand(target: Target, message: Message): Promise<boolean> {
  if (typeof target === 'function') return target(message)
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': message.signature },
      body: message.rawBody,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return answer.ok
  } catch {
    // No receiver: the event waits, as at Stripe.
    return false
  }
}

/** Contains the object's state at the time of sending, which may be later than the event. */
async function compose(engine: SandboxEngine, event: EngineEvent) {
  return {
    id: event.id,
    object: 'event' as const,
    api_version: '2026-10-28.endive',
    created: Math.floor(event.at.getTime() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
    ...(event.payeeId ? { account: event.payeeId } : {}),
    data: { object: await subjectOf(engine, event) },
  }
}

async function subjectOf(engine: SandboxEngine, event: EngineEvent): Promise<unknown> {
  const { intentId, refundId, disputeId, payeeId, payoutId } = event
  if (payeeId && payoutId) return toPayout(await engine.payees.payout(payeeId, payoutId))
  if (payeeId) return { id: payeeId, object: 'account' }
  const intent = await engine.intent(intentId ?? '')
  const dispute = intent.disputes.find((each) => each.id === disputeId)
  if (dispute) return toDispute(dispute, intent.currency)
  const refund = intent.refunds.find((each) => each.id === refundId)
  if (refund && event.type.startsWith('refund.')) return toRefund(refund, intent.currency)
  return refund ? toCharge(intent) : toPaymentIntent(intent)
}
