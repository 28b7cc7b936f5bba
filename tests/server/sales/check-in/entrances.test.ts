import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FoundTicket } from '#contracts/console/door/check-ins.ts'
import type { EntranceBoard, EntranceFields } from '#contracts/console/door/entrances.ts'
import { doesGateAdmit } from '#model/sales/door/door-rules.ts'
import { newGate, openCheckInFixture, type CheckInFixture } from '#tests/support/check-in.ts'
import type { ConsoleFixture } from '#tests/support/console.ts'
import { openDevice, readDoorSnapshot } from '#tests/support/door.ts'
import { insertEvent, insertTicketType } from '#tests/support/factories.ts'

let at: CheckInFixture
let fixture: ConsoleFixture
let eventId: string
let typeId: string
let vipId: string

beforeAll(async () => {
  at = await openCheckInFixture()
  ;({ fixture } = at)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  ;({ eventId, typeId, vipId } = await at.openEvent())
})

describe('entrances', () => {
  it('are saved as a whole, keep the ids of gates, and reach devices with the next sync', async () => {
    const board = (await fixture.owner.ask<EntranceBoard>('GET', at.pathTo('entrances'))).data
    expect(board.entrances).toMatchObject({
      version: 0,
      gates: [],
      lists: [],
      reEntry: 'none',
      roomCapacity: null,
    })
    expect(board.ticketTypes.map(({ name }) => name).toSorted()).toEqual(['Floor', 'VIP'])
    // Creates the promoter's key, which is part of the version.
    await readDoorSnapshot(fixture, fixture.owner.bearer, eventId)
    const device = openDevice(fixture, fixture.owner.bearer)
    const before = (await device.sync({ eventId })).data.rulesVersion
    const lists = [{ name: 'VIP', note: 'Take to table 4', ticketTypeIds: [vipId] }]
    const first = await at.putEntrances({
      gates: [newGate('North'), newGate('South', [vipId])],
      lists,
      roomCapacity: 500,
    })
    expect(first.data.entrances).toMatchObject({
      version: 1,
      roomCapacity: 500,
      gates: [
        { name: 'North', ticketTypeIds: [] },
        { name: 'South', ticketTypeIds: [vipId] },
      ],
      lists,
    })
    const [north, south] = first.data.entrances.gates
    const gates = [south, north].flatMap((each) => each ?? [])
    const fromAt = '2026-11-24T18:00:00.000Z'
    const windows = [{ ticketTypeId: vipId, fromAt, untilAt: null }]
    const second = await at.putEntrances(
      { gates, windows, reEntry: 'after_exit', maxEntries: 2 },
      { version: 1 },
    )
    expect(second.data.entrances).toMatchObject({ version: 2, gates, windows, lists: [] })
    const after = (await device.sync({ eventId })).data.rulesVersion
    expect(after).not.toBe(before)
    const { data } = await readDoorSnapshot(fixture, fixture.owner.bearer, eventId)
    expect(data).toMatchObject({
      rulesVersion: after,
      gates: gates.map(({ hasNoTypeLeft: _none, ...gate }) => gate),
      rules: { reEntry: 'after_exit', maxEntries: 2 },
    })
    expect((await device.sync({ eventId })).data.rulesVersion).toBe(after)
  })

  it('answer EDIT_CONFLICT to an older version, also when two save at once', async () => {
    const both = await Promise.all([
      at.putEntrances({ gates: [newGate('North')] }),
      at.putEntrances({ gates: [newGate('South')] }),
    ])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    const refused = both.find(({ success }) => !success)
    expect(refused?.error).toMatchObject({ code: 'EDIT_CONFLICT', details: { current: { version: 1 } } })
  })

  it('refuse gates and ticket types of other events, equal names and windows that end first', async () => {
    const { context, promoterId } = fixture
    const other = await insertEvent(context.db, { promoterId, startsAt: new Date(fixture.clock.now()) })
    const foreignType = await insertTicketType(context.db, { promoterId, eventId: other })
    const kept = await at.putEntrances({ gates: [newGate('North')] }, { id: other })
    const [foreignGate] = kept.data.entrances.gates
    const time = '2026-11-24T18:00:00Z'
    const wrong: Partial<EntranceFields>[] = [
      { gates: [newGate('North', [foreignType])] },
      { lists: [{ name: 'VIP', note: '', ticketTypeIds: [foreignType] }] },
      { windows: [{ ticketTypeId: foreignType, fromAt: time, untilAt: null }] },
      { gates: foreignGate ? [foreignGate] : [] },
      { gates: [newGate('North'), newGate('NORTH')] },
      { windows: [{ ticketTypeId: typeId, fromAt: time, untilAt: time }] },
      { roomCapacity: 0 },
    ]
    for (const fields of wrong) expect((await at.putEntrances(fields)).error.code).toBe('VALIDATION_ERROR')
    expect((await at.dashboard()).gates).toEqual([])
  })

  it('are in the audit log with names', async () => {
    await at.putEntrances({ gates: [newGate('South', [vipId])], reEntry: 'free' })
    const { rows } = await sql<{ after: unknown }>`
      select after from audit_log where action = 'entrances.changed' and subject_id = ${eventId}`.execute(
      fixture.context.db,
    )
    expect(rows).toEqual([{ after: { gates: ['South: VIP'], reEntry: 'Free' } }])
  })
})

describe('notes of tickets', () => {
  it('are shown at the door, and change only from the note that was read', async () => {
    const ticket = await at.buy(vipId)
    const put = (note: string, before: string) =>
      fixture.owner.ask('PUT', `/api/promoter/tickets/${ticket.id}/door-note`, { body: { note, before } })
    expect((await put('Take to table 4', '')).success).toBe(true)
    expect((await put('Take to table 5', '')).error).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { current: { note: 'Take to table 4' } },
    })
    await at.putEntrances({ lists: [{ name: 'Friday', note: 'Blue wristband', ticketTypeIds: [vipId] }] })
    const { data } = await readDoorSnapshot(fixture, fixture.owner.bearer, eventId)
    expect(data).toMatchObject({ notes: [[ticket.id, 'Take to table 4']], lists: [{ name: 'Friday' }] })
    const shown = await at.checkIn(ticket.code)
    expect(shown.data.ticket).toMatchObject({
      lists: ['Friday'],
      notes: ['Take to table 4', 'Blue wristband'],
    })
    await put('', 'Take to table 4')
    const listed = await fixture.owner.ask<{ tickets: FoundTicket[] }>('GET', at.pathTo('check-in-tickets'))
    expect(listed.data.tickets).toEqual([])
  })
})

describe('a gate whose ticket types were deleted', () => {
  const gates = async () => {
    const { data } = await fixture.owner.ask<EntranceBoard>('GET', at.pathTo('entrances'))
    return data.entrances.gates
  }
  const verdictAt = async (gateId = '') => {
    const { token } = await at.buy(typeId)
    return (await at.checkIn(token, { gateId })).data.verdict
  }
  let gate: Awaited<ReturnType<typeof gates>>[number]

  beforeEach(async () => {
    const { data } = await at.putEntrances({ gates: [newGate('VIP', [vipId]), newGate('Main')] })
    const [saved] = data.entrances.gates
    if (!saved) throw new Error('The gate was not saved.')
    await fixture.owner.ask('DELETE', `/api/promoter/ticket-types/${vipId}`)
    gate = { ...saved, ticketTypeIds: [], hasNoTypeLeft: true }
  })

  it('admits no ticket, and says so', async () => {
    expect(await verdictAt(gate.id)).toBe('wrong_gate')
    expect(await gates()).toMatchObject([gate, { name: 'Main', hasNoTypeLeft: false }])
  })

  it('admits none on devices, whose list of types is not empty', async () => {
    const { data: snapshot } = await readDoorSnapshot(fixture, fixture.owner.bearer, eventId)
    expect(snapshot.gates).toMatchObject([{ id: gate.id, ticketTypeIds: [gate.id] }, { ticketTypeIds: [] }])
    const [closed, main] = snapshot.gates
    expect(doesGateAdmit(closed, typeId)).toBe(false)
    expect(doesGateAdmit(main, typeId)).toBe(true)
  })

  it('stays so until ticket types or all of them are chosen, also for clients that don’t know the field', async () => {
    const { id, name } = gate
    const old = await at.putEntrances(
      { gates: [{ id: id.toUpperCase(), name, ticketTypeIds: [] }] },
      { version: 1 },
    )
    expect(old.data.entrances.gates).toEqual([gate])
    const kept = await at.putEntrances({ gates: [gate] }, { version: 2 })
    expect(kept.data.entrances.gates).toEqual([gate])
    await at.putEntrances({ gates: [{ ...gate, ticketTypeIds: [typeId] }] }, { version: 3 })
    expect(await gates()).toEqual([{ ...gate, ticketTypeIds: [typeId], hasNoTypeLeft: false }])
    await at.putEntrances({ gates: [gate] }, { version: 4 })
    expect(await verdictAt(id)).toBe('wrong_gate')
    const all = await at.putEntrances({ gates: [{ ...gate, hasNoTypeLeft: false }] }, { version: 5 })
    expect(all.data.entrances.gates).toEqual([{ ...gate, hasNoTypeLeft: false }])
    expect(await verdictAt(id)).toBe('valid')
  })
})
