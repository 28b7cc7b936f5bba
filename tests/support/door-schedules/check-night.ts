import { sql } from 'kysely'
import type { DoorSnapshot } from '#contracts/portal/door.ts'
import { computeAdmissions, scanRefKey, type Admissions, type Scan } from '#model/sales/door/scans.ts'
import type { DoorSchedule } from './command.ts'
import type { Phone } from './device.ts'
import type { DoorNight } from './world.ts'

interface Checked {
  phones: readonly Phone[]
  rules: DoorSchedule['rules']
}

/** Compares devices, server and what people saw. */
export async function findProblems(night: DoorNight, checked: Checked): Promise<string[]> {
  const { world, eventId, bearer } = night
  const { data } = await world.ask<DoorSnapshot>('GET', `/api/door/events/${eventId}/snapshot`, {
    bearer: await bearer(),
  })
  const scans = Map.groupBy(data.scans, ({ ticketId }) => ticketId)
  const states = new Map(
    night.ticketIds.map((id) => [
      id,
      computeAdmissions(scans.get(id) ?? [], { ...checked.rules, timeZone: data.rules.timeZone }),
    ]),
  )
  return [
    ...findLost(data.scans, checked),
    ...(await findDifferences(states, checked)),
    ...findUnnamed(data, checked),
    ...(await findServerProblems(night, states)),
  ]
}

/** A scan whose result was shown is at the server, unless the storage of its device was cleared before it was sent. */
function findLost(stored: readonly Scan[], { phones }: Checked): string[] {
  const known = new Set(stored.map(scanRefKey))
  return phones.flatMap((phone) =>
    [...phone.shown.keys()]
      .filter((key) => !known.has(key) && !phone.cleared.has(key))
      .map((key) => `${phone.name} lost the scan ${key}`),
  )
}

const stateText = ({ entries, isInside, conflicts }: Admissions): string =>
  JSON.stringify([
    entries.map((entry) => [scanRefKey(entry), entry.atMs]),
    isInside,
    conflicts.map(({ first, second }) => [scanRefKey(first), scanRefKey(second)]),
  ])

async function findDifferences(
  states: ReadonlyMap<string, Admissions>,
  { phones }: Checked,
): Promise<string[]> {
  const problems: string[] = []
  for (const phone of phones) {
    const door = await phone.open()
    const { waiting, refused, conflicts } = door.$state.get()
    if (waiting > 0 || refused.length > 0)
      problems.push(`${phone.name} has ${waiting} waiting and ${refused.length} refused: ${refused[0]?.why}`)
    for (const [ticketId, state] of states) {
      const shown = {
        entries: door.entriesOf(ticketId),
        isInside: door.isInside(ticketId),
        conflicts: conflicts.filter(({ second }) => second.ticketId === ticketId),
      }
      if (stateText(shown) !== stateText(state))
        problems.push(`${phone.name} has ${stateText(shown)} and the server ${stateText(state)}`)
    }
  }
  return problems
}

/** If tickets admit once, each further entry without an override is a double entry. Computed here independently of `computeAdmissions`. Each names both devices. */
function findUnnamed({ scans, devices }: DoorSnapshot, { phones, rules }: Checked): string[] {
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  return phones.flatMap((phone) => {
    const { conflicts, devices: known } = phone.state()
    const expected = rules.reEntry === 'none' ? countDouble(scans) : conflicts.length
    const involved = conflicts.flatMap(({ first, second }) => [first.deviceId, second.deviceId])
    const unnamed = involved.filter((id) => !known.get(id) || known.get(id) !== names.get(id))
    return [
      ...unnamed.map((id) => `${phone.name} doesn’t name ${id}`),
      ...(conflicts.length === expected
        ? []
        : [`${phone.name} shows ${conflicts.length} double entries of ${expected}`]),
    ]
  })
}

function countDouble(scans: readonly Scan[]): number {
  const undone = new Set(scans.flatMap(({ undoes }) => (undoes ? [scanRefKey(undoes)] : [])))
  const entries = scans.filter((scan) => scan.kind === 'entry' && !undone.has(scanRefKey(scan)))
  const byTime = entries.toSorted(
    (one, other) => one.atMs - other.atMs || (one.deviceId < other.deviceId ? -1 : 1) || one.seq - other.seq,
  )
  const seen = new Set<string>()
  return byTime.filter(({ ticketId, isOverride }) => {
    const isAgain = seen.has(ticketId)
    seen.add(ticketId)
    return isAgain && !isOverride
  }).length
}

/** What the server keeps besides the log: used tickets, and conflicts that are shown until they are resolved. */
async function findServerProblems(
  { world, eventId }: DoorNight,
  states: ReadonlyMap<string, Admissions>,
): Promise<string[]> {
  const { rows: tickets } = await sql<{ id: string; status: string }>`
    select id, status from tickets where event_id = ${eventId}`.execute(world.db)
  const { rows: conflicts } = await sql<{ text: string }>`
    select first_device_id || ':' || first_seq || ' ' || second_device_id || ':' || second_seq as text
    from door_conflicts where event_id = ${eventId}`.execute(world.db)
  const expected = [...states.values()].flatMap((state) =>
    state.conflicts.map(({ first, second }) => `${scanRefKey(first)} ${scanRefKey(second)}`),
  )
  const written = conflicts.map(({ text }) => text)
  return [
    ...tickets
      .filter(({ id, status }) => (status === 'used') !== (states.get(id)?.entries.length ?? 0) > 0)
      .map(({ id, status }) => `ticket ${id} is ${status}`),
    ...(expected.toSorted().join() === written.toSorted().join()
      ? []
      : [`the server keeps the double entries ${written.join()} instead of ${expected.join()}`]),
  ]
}
