import { Agent, request } from 'node:http'
import { signBody } from '#server/money/providers/sign-webhook.ts'
import type { Barrage, Sent } from './support/webhooks.ts'

/** Sends the webhooks described by the JSON argument, as fast as they are acknowledged; prints the results as JSON. */
const barrage: Barrage = JSON.parse(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true, maxSockets: barrage.connections })
const sent: Sent = { seconds: 0, tookMs: [], failures: 0, eventIds: [] }
const late = barrage.late.values()
let count = 0

/** One in ten settles a late payment while there are any; the others are duplicates, unknown payments and known events. */
function nextEvent(): { id: string; type: string; intentId?: string } {
  count += 1
  const id = `evt_${process.pid}_${count}`
  const turn = count % 20
  if (turn % 10 === 0) {
    const intentId = late.next().value
    if (intentId) return { id, type: 'payment_intent.succeeded', intentId }
  }
  if (turn === 1 || turn === 2) return { id, type: 'customer.updated' }
  if (turn === 3) return { id, type: 'payment_intent.succeeded', intentId: `pi_unknown_${count}` }
  const intentId = barrage.paid[count % barrage.paid.length] ?? ''
  const again = turn <= 6 ? sent.eventIds[(count * 7) % Math.max(1, sent.eventIds.length)] : undefined
  return { id: again ?? id, type: 'payment_intent.succeeded', intentId }
}

/** Status of the response; 0 without a response. */
const post = (body: string): Promise<number> =>
  new Promise((resolve) => {
    const signature = signBody(body, { secrets: [barrage.secret], at: Date.now() })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'sandbox-signature': signature,
    }
    const call = request(new URL('/api/payments/webhook', barrage.origin), { method: 'POST', agent, headers })
    call.once('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode ?? 0)))
    call.once('error', () => resolve(0))
    call.end(body)
  })

const startedAt = performance.now()
const endsAt = startedAt + barrage.seconds * 1000

async function send(): Promise<void> {
  while (performance.now() < endsAt) {
    const event = nextEvent()
    const sentAt = performance.now()
    const status = await post(JSON.stringify(event))
    sent.tookMs.push(performance.now() - sentAt)
    if (status === 200) sent.eventIds.push(event.id)
    else sent.failures += 1
  }
}

await Promise.all(Array.from({ length: barrage.connections }, send))
sent.seconds = (performance.now() - startedAt) / 1000
// Events that a slow machine could not send in time.
for (const intentId of late)
  await post(
    JSON.stringify({ id: `evt_${process.pid}_${intentId}`, type: 'payment_intent.succeeded', intentId }),
  )
agent.destroy()
process.stdout.write(JSON.stringify({ ...sent, eventIds: [...new Set(sent.eventIds)] }))
