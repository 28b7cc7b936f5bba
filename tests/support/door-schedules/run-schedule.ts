import { sql } from 'kysely'
import type { Scan } from '#model/sales/door/scans.ts'
import type { Door } from '#stores/portal/door/open-door.ts'
import { findProblems } from './check-night.ts'
import type { Command, DoorSchedule, Step } from './command.ts'
import { Phone } from './device.ts'
import { openNight, type DoorNight, type DoorWorld } from './world.ts'

export interface Played {
  problems: string[]
  scans: number
  conflicts: number
  deaths: number
  /** Scans that were lost with the storage of the device that was cleared. */
  cleared: number
}

const AT_NO_GATE = { gateId: null }

/** Plays a schedule; then all devices have a network again and sync. Returns violations as messages. */
export async function runSchedule(world: DoorWorld, schedule: DoorSchedule): Promise<Played> {
  const night = await openNight(world, schedule)
  const phones = schedule.clockErrorsMs.map(
    (clockErrorMs, at) => new Phone(night, { name: `Gate ${at}`, clockErrorMs }),
  )
  for (const phone of phones) await phone.online('arrives', () => phone.open())
  for (const command of schedule.commands) await play(night, phones, command)
  await syncAll(phones)
  const problems = await findProblems(night, { phones, rules: schedule.rules })
  const totals = {
    scans: phones.reduce((sum, { shown }) => sum + shown.size, 0),
    deaths: phones.reduce((sum, { deaths }) => sum + deaths, 0),
    cleared: phones.reduce((sum, { cleared }) => sum + cleared.size, 0),
  }
  for (const phone of phones) await phone.destroy()
  return { problems, ...totals, conflicts: await countConflicts(night) }
}

async function play(night: DoorNight, phones: readonly Phone[], command: Command): Promise<void> {
  if (command.do === 'wait') night.world.clock.advance(command.ms)
  else if (command.do === 'clear storage') await phones.at(-1)?.clearStorage()
  else if (command.do === 'deadly') await playStep(night, phones, { step: command.step, death: command })
  else await playStep(night, phones, { step: command })
}

async function playStep(
  { ticketIds }: DoorNight,
  phones: readonly Phone[],
  { step, death }: { step: Step; death?: { after: number; isSent: boolean } },
): Promise<void> {
  const phone = phones[step.device]
  if (!phone) return
  await phone.open()
  if (death) phone.life.doom(death)
  if (step.do === 'sync') await phone.online(step.fate, () => phone.run((door) => syncOnce(door)))
  else await phone.run((door) => act(door, step, ticketIds))
  phone.life.spare()
}

async function syncOnce(door: Door): Promise<undefined> {
  await door.sync()
}

const MAX_TRIES = 20

/** As an open door does every few seconds: a busy server or database asks a device to try again. */
async function syncUntilDone(door: Door): Promise<undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await door.sync()
    if (door.$state.get().syncFailure?.code !== 'UNAVAILABLE') return
  }
}

async function act(
  door: Door,
  step: Exclude<Step, { do: 'sync' }>,
  ticketIds: readonly string[],
): Promise<Scan | undefined> {
  if (step.do === 'undo') return undo(door, ticketIds, step.pick)
  const ticketId = ticketIds[step.ticket] ?? ''
  const shown =
    step.do === 'scan'
      ? await door.admit(ticketId, { ...AT_NO_GATE, isExit: step.isExit })
      : await door.override(ticketId, { ...AT_NO_GATE, reason: 'ID checked' })
  return shown.scan
}

/** An undo has no result of its own: it isn't counted as shown, but its effect must be the same on all devices. */
async function undo(door: Door, ticketIds: readonly string[], pick: number): Promise<undefined> {
  const entries = ticketIds.flatMap((id) => door.entriesOf(id))
  const chosen = entries[pick % Math.max(1, entries.length)]
  if (chosen) await door.undo(chosen, 'Scanned by mistake')
}

/** Twice: what the last device sends in the first round reaches the others in the second. */
async function syncAll(phones: readonly Phone[]): Promise<void> {
  for (const _round of [1, 2])
    for (const phone of phones) await phone.online('arrives', () => phone.run(syncUntilDone))
}

async function countConflicts({ world, eventId }: DoorNight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from door_conflicts where event_id = ${eventId}`.execute(world.db)
  return rows[0]?.count ?? 0
}
