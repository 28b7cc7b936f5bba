import { sql, type Kysely } from 'kysely'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import { settlePromoters } from '#server/jobs/settlements/settle-promoters.ts'
import { LATE_SETTLEMENT_MS } from '#server/money/sandbox-engine/engine.ts'
import { FAILING_TEST_ACCOUNT, WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { putSettlementPayee } from '#server/money/settlement-accounts/payee-rows.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { FakeClock } from '../clock.ts'
import type { Books } from './books.ts'
import type { Step } from './command.ts'
import { askFoyer, bearerOf, operatorBearerOf, letRun, pickOf, type Scene } from './scene.ts'

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>

/** Opens the promoter's account at the provider. Amounts are available at once, and due when the event has ended. */
export async function openSettlements(parts: {
  db: Kysely<Database>
  clock: FakeClock
  books: Books
  promoterId: string
}): Promise<void> {
  const { db, clock, books, promoterId } = parts
  const { name: provider, payees } = books.provider
  const { id } = await payees.create({
    key: `promoter:${promoterId}`,
    email: 'owner@example.com',
    country: 'DE',
    name: 'Aurora',
  })
  await books.engine.payees.submit(id, {
    name: 'Ada Lovelace',
    bornOn: '1990-12-10',
    bankAccount: WORKING_TEST_ACCOUNT,
  })
  clock.advance(LATE_SETTLEMENT_MS)
  await books.engine.settle()
  const now = new Date(clock.now())
  await putSettlementPayee(db, { promoterId, provider, payee: await payees.fetch(id), now })
  await sql`
    insert into settlement_settings (promoter_id, method, delay_days, early_share_basis_points, updated_at)
    values (${promoterId}, 'provider', 0, 10000, ${now})`.execute(db)
}

export async function settle(scene: Scene, step: StepOf<'settle'>): Promise<void> {
  const key = `${scene.eventId} ${step.key}`
  const bearer = await bearerOf(scene)
  await askFoyer(scene, 'POST /api/promoter/settlements', { body: { currency: 'EUR' }, key, bearer })
}

/** Runs the schedule as on a new day. */
export async function settleScheduled(scene: Scene): Promise<void> {
  await sql`update settlement_settings set scheduled_at = null`.execute(scene.world.outside.db)
  await letRun(scene, 'settle promoters', () => settlePromoters(scene.world.process.context))
}

export const send = (scene: Scene): Promise<void> =>
  letRun(scene, 'send settlements', () => sendSettlements(scene.world.process.context))

export async function setRules(scene: Scene, step: StepOf<'settlement rules'>): Promise<void> {
  await sql`
    update settlement_settings set early_share_basis_points = ${step.earlyShare}, reserve_basis_points = ${step.reserve},
      is_held = ${step.isHeld}`.execute(scene.world.outside.db)
}

/** Ends the event, or postpones it to next week. */
export async function moveEvent(scene: Scene, step: StepOf<'move event'>): Promise<void> {
  const { outside, clock } = scene.world
  const startsAt = new Date(clock.now() + (step.isOver ? -2 : 168) * 3_600_000)
  await sql`
    update events set starts_at = ${startsAt}, ends_at = ${startsAt}::timestamptz + interval '1 hour'
    where id = ${scene.eventId}`.execute(outside.db)
}

export async function adjust(scene: Scene, step: StepOf<'adjust'>): Promise<void> {
  await operate(scene, `POST /api/operator/promoters/${scene.world.promoterId}/adjustments`, {
    body: { currency: 'EUR', amount: step.cents / 100, reason: 'Because' },
    key: `${scene.eventId} ${step.key}`,
  })
}

export async function cancelSettlement(scene: Scene, step: StepOf<'cancel settlement'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from settlements order by number desc limit 4`.execute(scene.world.outside.db)
  const id = pickOf(rows, step.pick)?.id
  if (id) await operate(scene, `POST /api/operator/settlements/${id}/cancel`, { body: { reason: 'Because' } })
}

async function operate(
  scene: Scene,
  endpoint: `POST /${string}`,
  request: { body: unknown; key?: string },
): Promise<void> {
  await askFoyer(scene, endpoint, { ...request, host: 'localhost', bearer: await operatorBearerOf(scene) })
}

/** Payouts to a closed bank account are returned. */
export async function changeBank(scene: Scene, step: StepOf<'bank account'>): Promise<void> {
  await sql`
    update sandbox.payees set bank_account = ${step.isOpen ? WORKING_TEST_ACCOUNT : FAILING_TEST_ACCOUNT}`.execute(
    scene.world.outside.db,
  )
}
