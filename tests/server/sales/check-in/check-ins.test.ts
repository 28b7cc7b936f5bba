import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CheckIn, FoundTicket } from '#contracts/console/door/check-ins.ts'
import { newGate, openCheckInFixture, type CheckInFixture } from '#tests/support/check-in.ts'
import type { ConsoleFixture } from '#tests/support/console.ts'
import { openDevice } from '#tests/support/door.ts'

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

describe('a third-party scanner', () => {
  it('gets the verdicts of the door, and devices get its scans', async () => {
    const [ticket, other] = [await at.buy(typeId), await at.buy(typeId)]
    const first = await at.checkIn(ticket.token)
    expect(first.data).toMatchObject({
      verdict: 'valid',
      ticket: { code: ticket.code, ticketName: 'Floor', holder: 'Ada Lovelace', state: 'valid' },
      scan: { seq: 1, kind: 'entry', device: 'Turnstile', gate: '' },
      usedBy: null,
    })
    expect((await at.checkIn(ticket.code.toLowerCase().replace('-', ' '))).data).toMatchObject({
      verdict: 'already_used',
      scan: null,
      usedBy: { device: 'Turnstile' },
    })
    const device = openDevice(fixture, fixture.owner.bearer)
    device.scan(other.id)
    const synced = await device.sync({ eventId })
    expect(synced.data.scans.some((scan) => scan.ticketId === ticket.id)).toBe(true)
    expect((await at.checkIn(other.token)).data.verdict).toBe('already_used')
    const changed =
      ticket.token.slice(0, 60) + (ticket.token[60] === 'A' ? 'B' : 'A') + ticket.token.slice(61)
    const verdicts = await Promise.all(
      [changed, '00000-00000', 'https://example.com', '1.AAAA.AAAA', '2', '❖'.repeat(100)].map(
        async (code) => (await at.checkIn(code)).data.verdict,
      ),
    )
    expect(verdicts).toEqual(['forged', 'unknown', 'unreadable', 'forged', 'unreadable', 'unreadable'])
    const another = await fixture.owner.ask<CheckIn>('POST', at.pathTo('check-ins', fixture.eventId), {
      body: { code: ticket.token },
    })
    expect(another.data.verdict).toBe('wrong_event')
  })

  it('is refused at the wrong gate and outside the entry window', async () => {
    const ticket = await at.buy(typeId)
    const { data } = await at.putEntrances({ gates: [newGate('North', [vipId]), newGate('South', [typeId])] })
    const [north, south] = data.entrances.gates
    expect((await at.checkIn(ticket.token, { gateId: north?.id ?? '' })).data).toMatchObject({
      verdict: 'wrong_gate',
      gates: [{ id: south?.id, name: 'South' }],
    })
    expect((await at.checkIn(ticket.token, { gateId: randomUUID() })).error.code).toBe('VALIDATION_ERROR')
    const fromAt = new Date(fixture.clock.now() + 60_000).toISOString()
    const windows = [{ ticketTypeId: typeId, fromAt, untilAt: null }]
    await at.putEntrances({ windows }, { version: 1 })
    expect((await at.checkIn(ticket.token)).data).toMatchObject({ verdict: 'wrong_day', window: { fromAt } })
    fixture.clock.advance(61_000)
    expect((await at.checkIn(ticket.token)).data.verdict).toBe('valid')
  })

  it('of two that scan a ticket at once admits one', async () => {
    const [ticket, other] = [await at.buy(typeId), await at.openScanner('Second')]
    const both = await Promise.all(
      [at.scanner, other, at.scanner, other].map((ask) => at.checkIn(ticket.token, {}, { ask })),
    )
    expect(both.map(({ data }) => data.verdict).toSorted()).toEqual([
      'already_used',
      'already_used',
      'already_used',
      'valid',
    ])
    expect(await at.dashboard()).toMatchObject({ inside: 1, entries: 1, openConflicts: 0 })
  })

  it('gets the same scan for a repeated key, and KEY_REUSED for another ticket', async () => {
    const [ticket, other] = [await at.buy(typeId), await at.buy(typeId)]
    const key = randomUUID()
    const all = await Promise.all([1, 2, 3].map(() => at.checkIn(ticket.token, {}, { key })))
    expect(new Set(all.map(({ data }) => JSON.stringify(data.scan))).size).toBe(1)
    expect(all.map(({ data }) => data.verdict)).toEqual(['valid', 'valid', 'valid'])
    expect((await at.checkIn(other.token, {}, { key })).error.code).toBe('KEY_REUSED')
    expect((await at.dashboard()).entries).toBe(1)
  })

  it('records exits, and undoes a scan once', async () => {
    await at.putEntrances({ reEntry: 'after_exit' })
    const ticket = await at.buy(typeId)
    await at.checkIn(ticket.token)
    expect((await at.checkIn(ticket.token)).data.verdict).toBe('already_used')
    expect((await at.checkIn(ticket.token, { direction: 'exit' })).data.verdict).toBe('exit')
    const again = await at.checkIn(ticket.token)
    expect(again.data).toMatchObject({ verdict: 'valid', scan: { seq: 3 } })
    const { deviceId, seq } = again.data.scan ?? {}
    const undo = () =>
      at.scanner<{ scan: unknown }>('POST', at.pathTo('check-ins/undo'), {
        body: { deviceId, seq, reason: 'Wrong person' },
      })
    const [one, two] = await Promise.all([undo(), undo()])
    expect(one.data).toEqual(two.data)
    expect(await at.dashboard()).toMatchObject({ inside: 0, entries: 1, exits: 1 })
    const ofUndo = { deviceId, seq: 4, reason: 'Again' }
    expect((await at.scanner('POST', at.pathTo('check-ins/undo'), { body: ofUndo })).error.code).toBe(
      'NOT_FOUND',
    )
  })

  it('searches by parts of names, codes and order numbers', async () => {
    const ticket = await at.buy(typeId)
    await at.checkIn(ticket.token)
    const search = async (q: string) =>
      (
        await at.scanner<{ tickets: FoundTicket[] }>(
          'GET',
          `${at.pathTo('check-in-tickets')}?q=${encodeURIComponent(q)}`,
        )
      ).data.tickets.map(({ code, entries, isInside }) => [code, entries, isInside])
    expect(await search('love ada')).toEqual([[ticket.code, 1, true]])
    expect(await search(ticket.code.replace('-', '').slice(2, 8))).toEqual([[ticket.code, 1, true]])
    expect(await search('%%%')).toEqual([])
  })

  it('needs its own scope, and reaches its own promoter’s events until two days after their end', async () => {
    const key = await fixture.owner.ask<{ key: string }>('POST', '/api/promoter/api-keys', {
      body: { name: 'Orders', scopes: ['orders:write'] },
    })
    const refused = await fixture.ask('POST', at.pathTo('check-ins'), {
      host: fixture.host,
      bearer: key.data.key,
      body: { code: 'ABCDE-12345' },
    })
    expect(refused.error).toMatchObject({ code: 'FORBIDDEN', details: { missingScope: 'check-ins:write' } })
    const unknown = await at.scanner('POST', at.pathTo('check-ins', randomUUID()), {
      body: { code: 'ABCDE-12345' },
    })
    expect(unknown.error.code).toBe('NOT_FOUND')
    await sql`update events set ends_at = ${new Date(fixture.clock.now() - 3 * 86_400_000)},
      starts_at = ${new Date(fixture.clock.now() - 4 * 86_400_000)} where id = ${eventId}`.execute(
      fixture.context.db,
    )
    expect((await at.checkIn('ABCDE-12345')).error.code).toBe('NOT_FOUND')
  })
})
