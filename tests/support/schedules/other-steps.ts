import { sql } from 'kysely'
import type { ReturnPreview } from '#contracts/checkout/returns.ts'
import { addToBalanceTotals } from '#server/money/balances/add-to-balance-totals.ts'
import { processWaitingEvents } from '#server/jobs/process-waiting-events.ts'
import { reconcilePayments } from '#server/jobs/reconcile-payments.ts'
import { sweepHolds } from '#server/jobs/sweep-holds.ts'
import { answerCardChallenge } from '#server/money/purchase/answer-challenge.ts'
import type { EngineEvent } from '#server/money/sandbox-engine/event-rows.ts'
import type { EngineIntent } from '#server/money/sandbox-engine/intent-rows.ts'
import { SandboxRefusal } from '#server/money/sandbox-engine/refusal.ts'
import { receiveWebhook } from '#server/money/payments/receive-webhook.ts'
import { insertTerms } from '../factories.ts'
import type { Job, Step } from './command.ts'
import { askFoyer, bearerOf, letRun, ordersOf, pickOf, type Scene } from './scene.ts'

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>

const MANY = 100

export async function answer(scene: Scene, step: StepOf<'answer'>): Promise<void> {
  const { books, process } = scene.world
  const asked = await listIntents(scene, (intent) => intent.status === 'requires_action')
  const intentId = pickOf(asked, step.pick)?.id
  if (!intentId) return
  const { context } = process
  // With Stripe, the challenge is on Stripe's page, and Foyer learns the result on return.
  if (books.provider.name === 'stripe')
    return void (await books.engine.answerChallenge(intentId, step.approved))
  await letRun(scene, 'the challenge', () =>
    answerCardChallenge(context, { intentId, approved: step.approved }),
  )
}

/** The owner refunds; the same key and order repeat the request. */
export async function refund(scene: Scene, step: StepOf<'refund'>): Promise<void> {
  const paid = await listPaid(scene)
  // Occasionally an unpaid one.
  const orderId = pickOf(paid, step.pick) ?? pickOf(ordersOf(scene), step.pick)
  if (!orderId) return
  const ticket = pickOf(await listGoodTickets(scene, orderId), step.key)
  const bodies = { all: { all: true }, ticket: { tickets: ticket ? [ticket] : [] }, amount: { amount: 0.5 } }
  const body = { ...bodies[step.how], returnFees: step.key !== 1 }
  await askForRefund(scene, { orderId, body, key: `${step.how} ${step.key}` })
}

/** Applies to orders from now on. */
export async function setTerms({ world }: Scene, { terms }: StepOf<'terms'>): Promise<void> {
  const { db, promoterId, clock } = world
  await insertTerms(db, { promoterId, ...terms, effectiveFrom: new Date(clock.now()) })
}

export async function refundEach(scene: Scene, step: StepOf<'refund each'>): Promise<void> {
  const orderId = pickOf(await listPaid(scene), step.pick)
  if (!orderId) return
  const tickets = await listGoodTickets(scene, orderId)
  await Promise.all(
    tickets.map((ticket) =>
      askForRefund(scene, { orderId, body: { tickets: [ticket] }, key: `each ${ticket}` }),
    ),
  )
}

/** As the page does: a preview, then the return with its amount. */
export async function returnTickets(scene: Scene, { pick, count, key }: StepOf<'return'>): Promise<void> {
  const orderId = pickOf(await listPaid(scene), pick)
  if (!orderId) return
  const tickets = (await listGoodTickets(scene, orderId)).slice(0, count)
  if (tickets.length === 0) return
  const path = `POST /api/public/orders/${orderId}/returns` as const
  const preview = await askFoyer<ReturnPreview>(scene, `${path}/preview`, { body: { tickets } })
  if (!preview?.success) return
  const body = { tickets, expectedAmount: preview.data.amount }
  await askFoyer(scene, path, { body, key: `return ${key}` })
}

async function askForRefund(
  scene: Scene,
  wish: { orderId: string; body: unknown; key: string },
): Promise<void> {
  const { orderId, body, key } = wish
  const bearer = await bearerOf(scene)
  await askFoyer(scene, `POST /api/promoter/orders/${orderId}/refunds`, { body, key, bearer })
}

async function listGoodTickets(scene: Scene, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tickets where order_id = ${orderId} and status <> 'void' order by position`.execute(
    scene.world.outside.db,
  )
  return rows.map((row) => row.id)
}

async function listPaid(scene: Scene): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = any(${ordersOf(scene)}::uuid[]) and paid_at is not null order by created_at, id`.execute(
    scene.world.outside.db,
  )
  return rows.map((row) => row.id)
}

/** Refunds in the provider's dashboard. */
export async function refundAtProvider(scene: Scene, step: StepOf<'refund at provider'>): Promise<void> {
  const paid = await listIntents(scene, (intent) => intent.status === 'succeeded')
  const intent = pickOf(paid, step.pick)
  if (!intent) return
  const amountCents = Math.ceil(((intent.amountCents - intent.refundedCents) * step.share) / 100)
  const key = `dashboard ${crypto.randomUUID()}`
  await scene.world.books.engine
    .refund({ intentId: intent.id, key, amountCents, metadata: {} })
    .catch(unlessRefused)
}

export async function closeDispute(scene: Scene, step: StepOf<'close dispute'>): Promise<void> {
  const disputed = await listIntents(scene, (intent) =>
    intent.disputes.some(({ status }) => status === 'open'),
  )
  const dispute = pickOf(disputed, step.pick)?.disputes.find(({ status }) => status === 'open')
  if (dispute)
    await scene.world.books.engine.closeDispute(dispute.id, step.won ? 'won' : 'lost').catch(unlessRefused)
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof SandboxRefusal)) throw error
}

async function listIntents(scene: Scene, which: (intent: EngineIntent) => boolean): Promise<EngineIntent[]> {
  const own = ordersOf(scene)
  const intents = await scene.world.books.engine.intents(MANY)
  return intents.filter((intent) => own.includes(intent.metadata['orderId'] ?? '') && which(intent))
}

/** Limited by held and sold tickets. */
export async function setCapacity(scene: Scene, step: StepOf<'capacity'>): Promise<void> {
  await sql`
    update inventory set capacity = greatest(${step.to}::int, held + sold)
    where ticket_type_id = ${pickOf(scene.typeIds, step.pick)}`.execute(scene.world.outside.db)
}

export async function runJob(scene: Scene, job: Job): Promise<void> {
  const { context } = scene.world.process
  const jobs: Record<Job, () => Promise<unknown>> = {
    sweep: () => sweepHolds(context),
    reconcile: () => reconcilePayments(context),
    events: () => processWaitingEvents(context),
    balances: () => addToBalanceTotals(context),
    provider: () => scene.world.books.engine.settle(),
  }
  await letRun(scene, job, jobs[job])
}

export async function handleWebhook(scene: Scene, step: StepOf<'webhook'>): Promise<void> {
  const { books } = scene.world
  const event =
    step.fate === 'comes again'
      ? pickOf(scene.delivered, step.pick)
      : pickOf(await books.waiting(), step.pick)
  if (!event) return
  if (step.fate === 'is lost') return books.forget(event)
  const times = step.fate === 'arrives twice' ? 2 : 1
  await Promise.all(Array.from({ length: times }, () => deliver(scene, event)))
}

/** Delivers all events that were not lost, in order. */
export async function deliverAll(scene: Scene): Promise<void> {
  for (const event of await scene.world.books.waiting()) await deliver(scene, event)
}

/** Delivers an event repeatedly until it is acknowledged. */
async function deliver(scene: Scene, event: EngineEvent): Promise<void> {
  if (scene.isDeaf) return scene.world.books.forget(event)
  const { process, books } = scene.world
  const message = await books.write(event)
  await letRun(scene, 'a webhook', async () => {
    const { success } = await receiveWebhook(process.context, message)
    if (!success || process.life.isOver) return
    await books.forget(event)
    scene.delivered.push(event)
  })
}
