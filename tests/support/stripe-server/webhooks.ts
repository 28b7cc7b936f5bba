import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Engine } from '#server/payments/engine/engine.ts'
import { listUndelivered, markDelivered, type EngineEvent } from '#server/payments/engine/event-rows.ts'
import { signBody } from '#server/payments/sign-webhook.ts'
import { toPayout } from './payee-shapes.ts'
import { toCharge, toDispute, toPaymentIntent, toRefund } from './shapes.ts'

/** A signed webhook on its way. */
export interface Message {
  rawBody: string
  /** What the header `stripe-signature` says. */
  signature: string
}

/** Where webhooks go: an address, or a function that answers whether the message was taken. */
export type Target = string | ((message: Message) => Promise<boolean>)

export interface Delivery {
  event: EngineEvent
  wasTaken: boolean
}

/**
 * Which of the waiting events are sent now, and in which order: what is named twice is sent twice, what is left out waits
 * for the next time. Without a plan each is sent once, in the order in which it happened.
 */
export type Plan = (waiting: readonly EngineEvent[]) => readonly EngineEvent[]

export interface Webhooks {
  sendTo: (target: Target | undefined) => void
  /** Lets happen what is due, then sends. What wasn't taken waits, and is sent again. */
  deliver: (plan?: Plan) => Promise<Delivery[]>
  /** Events that never arrive: those chosen of the waiting ones, or all. */
  lose: (choose?: (event: EngineEvent) => boolean) => Promise<number>
  /** An event as it is sent. */
  write: (event: EngineEvent) => Promise<Message>
}

const MOST = 10_000

export function createWebhooks(parts: {
  db: Kysely<Database>
  engine: Engine
  now: () => number
  secrets: readonly string[]
}): Webhooks {
  const { db, engine, now, secrets } = parts
  let target: Target | undefined
  const waiting = async (): Promise<EngineEvent[]> => {
    await engine.settle()
    return listUndelivered(db, { now: new Date(now()), limit: MOST })
  }
  const write = async (event: EngineEvent): Promise<Message> => {
    const rawBody = JSON.stringify(await compose(engine, event), undefined, 2)
    return { rawBody, signature: signBody(rawBody, { secrets, at: now() }) }
  }
  const send = async (event: EngineEvent): Promise<Delivery> => {
    const wasTaken = target !== undefined && (await hand(target, await write(event)))
    if (wasTaken) await markDelivered(db, { id: event.id, now: new Date(now()) })
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
      for (const { id } of lost) await markDelivered(db, { id, now: new Date(now()) })
      return lost.length
    },
    write,
  }
}

/** How long whoever is told may take. */
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
    // Nobody there: the event waits, as it does at Stripe.
    return false
  }
}

/** The object is as it is when the event is sent: later than it happened, when the event was late. */
async function compose(engine: Engine, event: EngineEvent) {
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

async function subjectOf(engine: Engine, event: EngineEvent): Promise<unknown> {
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
