import { sql } from 'kysely'
import { findWrongBalances } from '../balance-truth.ts'
import { findContradictions } from '../invariants.ts'
import { findWrongVoids } from '../refund-invariants.ts'
import { findReportProblems } from '../report-truth.ts'
import { ask, cancel, checkOut, drop, hold, openIntent, pay } from './buyer-steps.ts'
import type { Command, Schedule, Step } from './command.ts'
import {
  answer,
  closeDispute,
  deliverAll,
  handleWebhook,
  refund,
  refundAtProvider,
  refundEach,
  returnTickets,
  runJob,
  setCapacity,
  setTerms,
} from './other-steps.ts'
import { openScene, type Scene } from './scene.ts'
import {
  adjust,
  cancelSettlement,
  changeBank,
  moveEvent,
  send,
  setRules,
  settle as settlePromoter,
  settleScheduled,
} from './settlement-steps.ts'
import { findDisagreements, findUnsettled, findWrongPayouts } from './unsettled.ts'
import { buyVoucher, giveVoucher, voidVoucher } from './voucher-steps.ts'
import type { World } from './world.ts'

/** A key that no step has. */
const FIRST_VOUCHER = 9

/** Plays a schedule, waits until everything is settled, and returns violations as messages. */
export async function runSchedule(world: World, schedule: Schedule): Promise<string[]> {
  const scene = await openScene(world, schedule)
  // Short schedules don't give one out before they use it.
  await giveVoucher(scene, { do: 'give voucher', cents: 3000, key: FIRST_VOUCHER })
  for (const command of schedule.commands) {
    await play(scene, command)
    await goOn(world)
    // Checked before settling, which could hide a refund in progress.
    scene.problems.push(...(await findWrongVoids(world.db)))
  }
  world.faults.length = 0
  const waits = await settle(scene)
  return [
    ...scene.problems,
    ...waits,
    ...(await findContradictions(world.db)),
    ...(await findDisagreements(world.db)),
    ...(await findWrongBalances(world.db, {
      promoterId: world.promoterId,
      now: new Date(world.clock.now()),
    })),
    ...(await findWrongPayouts(world.db)),
    ...(await findUntrueWords(scene)),
    ...(await findReportProblems(world.db, world.promoterId)),
  ]
}

async function goOn(world: World): Promise<void> {
  if (world.process.life.isOver) await world.startProcess()
}

async function play(scene: Scene, command: Command): Promise<void> {
  const { clock, faults, process } = scene.world
  if (command.do === 'wait') clock.advance(command.ms)
  else if (command.do === 'faults') faults.push(...command.next)
  else if (command.do === 'die') process.life.doom(command)
  else if (command.do === 'webhooks stop') scene.isDeaf = true
  else if (command.do === 'unlucky' || command.do === 'deadly') await playBadly(scene, command)
  else if (command.do === 'at once') await Promise.all(command.steps.map((step) => playStep(scene, step)))
  else await playStep(scene, command)
}

async function playBadly(
  scene: Scene,
  command: Extract<Command, { do: 'unlucky' | 'deadly' }>,
): Promise<void> {
  const { faults, process } = scene.world
  if (command.do === 'deadly') process.life.doom(command)
  else faults.splice(0, Infinity, ...command.next)
  await playStep(scene, command.step)
  if (command.do === 'unlucky') faults.length = 0
}

type Players = { [Name in Step['do']]: (scene: Scene, step: Extract<Step, { do: Name }>) => Promise<unknown> }

const PLAYERS: Players = {
  hold,
  'check out': checkOut,
  'give voucher': giveVoucher,
  'buy voucher': buyVoucher,
  'void voucher': voidVoucher,
  pay,
  'open intent': openIntent,
  ask,
  answer,
  cancel,
  drop,
  refund,
  'refund each': refundEach,
  return: returnTickets,
  'refund at provider': refundAtProvider,
  'close dispute': closeDispute,
  capacity: setCapacity,
  terms: setTerms,
  job: (scene, { job }) => runJob(scene, job),
  settle: settlePromoter,
  'settle scheduled': settleScheduled,
  'send settlements': send,
  'cancel settlement': cancelSettlement,
  'settlement rules': setRules,
  'move event': moveEvent,
  adjust,
  'bank account': changeBank,
  webhook: handleWebhook,
}

// Each step has a player of its name.
const playStep = (scene: Scene, step: Step): Promise<unknown> => PLAYERS[step.do](scene, step as never)

/** Longer than any cart, payment or check interval. */
const LONG_MS = 61 * 60_000
const MAX_ROUNDS = 8

/** Advances the clock and runs jobs until nothing is left. Lost webhooks stay lost. Returns what is still pending. */
async function settle(scene: Scene): Promise<string[]> {
  const { world } = scene
  world.clock.advance(LONG_MS)
  await setRules(scene, { do: 'settlement rules', earlyShare: 10_000, reserve: 0, isHeld: false })
  await changeBank(scene, { do: 'bank account', isOpen: true })
  let waits: string[] = []
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // A doomed process may die in the first round.
    if (round > 0) world.process.life.spare()
    for (const job of ['provider', 'sweep', 'events', 'reconcile'] as const) {
      await runJob(scene, job)
      await goOn(world)
    }
    // Once, so that settlements that are returned don't repeat it.
    if (round === 1) await settleScheduled(scene)
    await send(scene)
    await goOn(world)
    await deliverAll(scene)
    await goOn(world)
    world.clock.advance(LONG_MS)
    waits = await findUnsettled(world.db)
    if (waits.length === 0 && round > 1) break
  }
  return waits
}

/** Orders reported as paid were paid at some time. */
async function findUntrueWords({ world, told }: Scene): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = any(${[...told]}::uuid[]) and paid_at is null`.execute(world.db)
  return rows.map((row) => `the buyer of ${row.id} was told to have paid and has not`)
}
