import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CheckInRow } from '#contracts/console/door/check-ins.ts'
import type { DoorConflict } from '#contracts/console/door/dashboard.ts'
import { deliverWebhooks } from '#server/jobs/deliver-webhooks.ts'
import { newGate, openCheckInFixture, type CheckInFixture } from '#tests/support/check-in.ts'
import type { ConsoleFixture } from '#tests/support/console.ts'
import { openDevice } from '#tests/support/door.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

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

describe('the dashboard', () => {
  it('counts people inside, gates, types and arrivals, without undone scans', async () => {
    const { data } = await at.putEntrances({ gates: [newGate('North'), newGate('South')], roomCapacity: 2 })
    const [north] = data.entrances.gates
    const [one, two, vip] = [await at.buy(typeId), await at.buy(typeId), await at.buy(vipId)]
    await at.checkIn(one.token, { gateId: north?.id ?? '' })
    fixture.clock.advance(3 * 60_000)
    await at.checkIn(two.token)
    await at.checkIn(vip.token, { gateId: north?.id ?? '' })
    await at.checkIn(one.token, { direction: 'exit' })
    const shown = await at.dashboard()
    expect(shown).toMatchObject({
      roomCapacity: 2,
      inside: 2,
      entries: 3,
      exits: 1,
      admitted: 3,
      tickets: 3,
      devices: 1,
      waiting: 0,
      gates: [
        { name: 'North', entries: 2, exits: 0 },
        { name: 'South', entries: 0, exits: 0 },
        { id: null, entries: 1, exits: 1 },
      ],
    })
    expect(
      shown.ticketTypes
        .map(({ name, admitted, tickets }) => ({ name, admitted, tickets }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    ).toEqual([
      { name: 'Floor', admitted: 2, tickets: 2 },
      { name: 'VIP', admitted: 1, tickets: 1 },
    ])
    expect(shown.arrivals.minutes).toBe(1)
    expect(shown.arrivals.steps.map(({ entries, exits }) => [entries, exits])).toEqual([
      [1, 0],
      [0, 0],
      [0, 0],
      [2, 1],
    ])
  })
})

describe('a double entry', () => {
  it('is listed with both devices until it is resolved with a note', async () => {
    const ticket = await at.admitTwice(typeId)
    const list = async (state = 'open') =>
      (
        await fixture.owner.ask<{ conflicts: DoorConflict[] }>(
          'GET',
          `${at.pathTo('door-conflicts')}?state=${state}`,
        )
      ).data.conflicts
    const [open] = await list()
    expect(open).toMatchObject({
      code: ticket.code,
      holder: 'Ada Lovelace',
      first: { device: 'North phone', gate: '' },
      second: { device: 'South phone' },
      resolvedAt: null,
    })
    const path = `/api/promoter/door-conflicts/${open?.id}/resolve`
    const body = { note: 'Same person, screenshot' }
    expect((await fixture.owner.ask('POST', path, { body })).success).toBe(true)
    const again = await fixture.owner.ask<{ conflict: DoorConflict }>('POST', path, {
      body: { note: 'Other' },
    })
    expect(again.data.conflict).toMatchObject({ note: 'Same person, screenshot' })
    expect(again.data.conflict.resolvedBy).not.toBe('')
    expect(await list()).toEqual([])
    expect(await list('resolved')).toHaveLength(1)
    expect((await at.dashboard()).openConflicts).toBe(0)
    const device = openDevice(fixture, fixture.owner.bearer)
    expect((await device.sync({ eventId })).data.conflicts).toEqual([])
  })
})

describe('webhooks', () => {
  it('report entries, undone ones and double entries', async () => {
    const receiver = await startWebhookReceiver()
    try {
      const events = [
        'ticket.checked_in',
        'ticket.checked_out',
        'ticket.check_in_undone',
        'ticket.check_in_conflict',
      ]
      await fixture.owner.ask('POST', '/api/promoter/webhooks', { body: { url: receiver.url, events } })
      const { data } = await at.putEntrances({ gates: [newGate('North')], reEntry: 'after_exit' })
      const ticket = await at.buy(typeId)
      const [gateId] = data.entrances.gates.map(({ id }) => id)
      const first = await at.checkIn(ticket.token, { gateId: gateId ?? '' })
      await at.checkIn(ticket.token, { direction: 'exit' })
      await at.scanner('POST', at.pathTo('check-ins/undo'), {
        body: { deviceId: first.data.scan?.deviceId, seq: 1, reason: 'Wrong person' },
      })
      const doubled = await at.admitTwice(typeId)
      await deliverWebhooks(fixture.context)
      const of = (id: string) =>
        receiver.received.filter(({ body }) => body.data['id'] === id).map(({ body }) => body)
      const own = of(ticket.id)
      expect(own.map(({ type }) => type)).toEqual([
        'ticket.checked_in',
        'ticket.checked_out',
        'ticket.check_in_undone',
      ])
      expect(own[0]?.data).toMatchObject({
        code: ticket.code,
        holder: 'Ada Lovelace',
        eventId,
        scan: { kind: 'entry', device: 'Turnstile', gate: 'North', gateId, seq: 1 },
      })
      expect(own[0]?.data).not.toHaveProperty('status')
      expect(own[2]?.data).toMatchObject({
        scan: { reason: 'Wrong person' },
        undone: { kind: 'entry', seq: 1 },
      })
      const conflict = of(doubled.id).find(({ type }) => type === 'ticket.check_in_conflict')
      expect(conflict?.data).toMatchObject({
        first: { device: 'North phone' },
        second: { device: 'South phone', kind: 'entry' },
      })
    } finally {
      await receiver.close()
    }
  })
})

describe('the list of scans', () => {
  it('is paged, and exported without formulas', async () => {
    const ticket = await at.buy(typeId)
    await sql`update tickets set holder = '=HYPERLINK("x")' where id = ${ticket.id}`.execute(
      fixture.context.db,
    )
    await at.checkIn(ticket.token)
    for (let count = 0; count < 26; count += 1) await at.checkIn(ticket.token, { direction: 'exit' })
    const first = await at.scanner<{ checkIns: CheckInRow[]; nextCursor: string }>(
      'GET',
      at.pathTo('check-ins'),
    )
    expect(first.data.checkIns).toHaveLength(25)
    const rest = await at.scanner<{ checkIns: CheckInRow[]; nextCursor: null }>(
      'GET',
      `${at.pathTo('check-ins')}?cursor=${first.data.nextCursor}`,
    )
    expect(rest.data.checkIns.map(({ kind }) => kind)).toEqual(['exit', 'entry'])
    expect(rest.data.nextCursor).toBeNull()
  })
})
