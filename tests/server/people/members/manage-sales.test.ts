import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleAssignment } from '#contracts/console/staff/assignments.ts'
import type { AuditEntry } from '#contracts/console/audit.ts'
import type { ConsoleRule } from '#contracts/console/staff/commission-rules.ts'
import type { ConsoleLink } from '#contracts/console/staff/links.ts'
import type { PromoterSettings } from '#contracts/console/settings.ts'
import type { StaffOptions } from '#contracts/console/staff/staff.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { openConsoleFixture, type ConsoleFixture, type ConsoleMember } from '#tests/support/console.ts'
import { insertEvent, insertPromoter, insertTicketType } from '#tests/support/factories.ts'

let fixture: ConsoleFixture
let seller: ConsoleMember
let ticketTypeId: string
let foreignEventId: string
beforeAll(async () => {
  fixture = await openConsoleFixture()
  seller = await fixture.join('sales')
  const { db } = fixture.context
  const { promoterId, eventId } = fixture
  ticketTypeId = await insertTicketType(db, { promoterId, eventId, name: 'Entry', priceCents: 2000 })
  const foreign = await insertPromoter(db, 'Elsewhere')
  foreignEventId = await insertEvent(db, { promoterId: foreign, startsAt: new Date('2026-12-01T20:00:00Z') })
})
afterAll(() => fixture.close())

const ask = <Data>(method: string, path: string, body?: unknown) =>
  fixture.owner.ask<Data>(method, `/api/promoter/${path}`, body === undefined ? {} : { body })

const log = async (query: string) =>
  (await ask<{ entries: AuditEntry[]; nextCursor: string | null }>('GET', `audit-log?${query}`)).data

describe('assignments', () => {
  const assignmentFields = (change: object = {}) => ({
    accountId: seller.accountId,
    eventId: fixture.eventId,
    role: 'door',
    localStart: '2026-12-01T18:00',
    localEnd: '2026-12-01T23:30',
    note: 'North entrance',
    ...change,
  })
  const create = (change?: object) =>
    ask<{ assignment: ConsoleAssignment }>('POST', 'assignments', assignmentFields(change))

  test('use wall-clock times at the venue, and appear in the portal', async () => {
    const { data } = await create()
    const options = (await ask<StaffOptions>('GET', 'staff-choices')).data
    const { timeZone } = options.events.find(({ id }) => id === fixture.eventId) ?? { timeZone: '' }
    const there = new Date(data.assignment.startsAt).toLocaleString('sv-SE', { timeZone }).slice(0, 16)
    expect(there).toBe('2026-12-01 18:00')
    expect(data.assignment).toMatchObject({ localStart: '2026-12-01T18:00', version: 1, isOver: false })
    const portal = await seller.ask<{ assignments: { id: string }[] }>('GET', '/api/public/staff/assignments')
    expect(portal.data.assignments.map(({ id }) => id)).toContain(data.assignment.id)
    const filtered = await ask<{ assignments: ConsoleAssignment[] }>(
      'GET',
      `assignments?accountId=${seller.accountId}&eventId=${fixture.eventId}`,
    )
    expect(filtered.data.assignments).toEqual([data.assignment])
  })

  // The clocks in Berlin go from 02:00 to 03:00 on 28 March 2027, and from 03:00 to 02:00 on 31 October.
  test.each([
    ['2027-03-28T02:30', '2027-03-28T03:10', ['localStart']],
    ['2027-03-27T22:00', '2027-03-28T02:30', ['localEnd']],
    ['2027-03-28T02:10', '2027-03-28T02:50', ['localStart', 'localEnd']],
  ])('from %s to %s are refused: the hour is skipped', async (localStart, localEnd, paths) => {
    const details = paths.map((path) => expect.objectContaining({ path }))
    expect(await create({ localStart, localEnd })).toMatchObject({ status: 422, error: { details } })
    const { id, version } = (await create()).data.assignment
    const { accountId: _, eventId: __, ...times } = assignmentFields({ localStart, localEnd })
    const changed = await ask('PUT', `assignments/${id}`, { ...times, version })
    expect(changed).toMatchObject({ status: 422, error: { details } })
  })

  test('of a repeated hour mean the first, as events do', async () => {
    const { data } = await create({ localStart: '2027-10-31T01:30', localEnd: '2027-10-31T02:15' })
    expect(data.assignment).toMatchObject({
      endsAt: '2027-10-31T00:15:00.000Z',
      localEnd: '2027-10-31T02:15',
    })
  })

  test('conflict on concurrent changes, can be deleted, and are logged', async () => {
    const { id } = (await create()).data.assignment
    const { accountId: _, eventId: __, ...times } = assignmentFields({ note: 'South' })
    const put = () => ask('PUT', `assignments/${id}`, { ...times, version: 1 })
    const answers = await Promise.all([put(), put()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await ask('DELETE', `assignments/${id}`)).toMatchObject({ success: true })
    expect(await ask('DELETE', `assignments/${id}`)).toMatchObject({ status: 404 })
    const { entries } = await log(`subject=${id}`)
    expect(entries.map(({ action, before, after }) => [action, before?.['note'], after?.['note']])).toEqual([
      ['assignment.deleted', 'South', undefined],
      ['assignment.changed', 'North entrance', 'South'],
      ['assignment.created', undefined, 'North entrance'],
    ])
  })

  test('refer to the promoter’s own events and members, and end after they start', async () => {
    const stranger = await fixture.join('nobody')
    expect(await create({ eventId: foreignEventId })).toMatchObject({ status: 404 })
    expect(await create({ accountId: stranger.accountId })).toMatchObject({ status: 404 })
    expect(await create({ localEnd: '2026-12-01T18:00' })).toMatchObject({ status: 422 })
    expect(await create({ localStart: '2026-02-30T18:00' })).toMatchObject({ status: 422 })
    expect(await seller.ask('GET', '/api/promoter/assignments')).toMatchObject({ status: 403 })
  })
})

describe('commission rules', () => {
  const rule = (change: object = {}) => ({
    memberId: null,
    eventId: null,
    ticketTypeId: null,
    currency: null,
    approval: 'open',
    terms: { kind: 'percentage', percent: 8.5 },
    ...change,
  })
  const create = (change?: object) => ask<{ rule: ConsoleRule }>('POST', 'commission-rules', rule(change))

  test('of every kind are returned as created', async () => {
    const steps = [
      { after: 50, percent: 8 },
      { after: 0, percent: 5 },
    ]
    const made = [
      await create(),
      await create({ memberId: seller.accountId, currency: 'EUR', terms: { kind: 'fixed', amount: 1.5 } }),
      await create({ ticketTypeId, approval: 'manual', terms: { kind: 'tiers', steps } }),
    ]
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const { rules } = (await ask<{ rules: ConsoleRule[] }>('GET', 'commission-rules')).data
    expect(rules).toMatchObject([
      { memberId: seller.accountId, memberName: 'Ada Lovelace', terms: { kind: 'fixed', amount: 1.5 } },
      { ticketTypeId, eventId: fixture.eventId, terms: { kind: 'tiers', steps: steps.toReversed() } },
      { memberId: null, eventId: null, terms: { kind: 'percentage', percent: 8.5 } },
    ])
  })

  test('are unique per scope, and conflict on concurrent changes', async () => {
    const made = await create({ eventId: fixture.eventId })
    const { id } = made.data.rule
    expect(await create({ eventId: fixture.eventId })).toMatchObject({ error: { code: 'RULE_THERE' } })
    const put = (percent: number) =>
      ask('PUT', `commission-rules/${id}`, {
        approval: 'closed',
        terms: { kind: 'percentage', percent },
        version: 1,
      })
    const answers = await Promise.all([put(1), put(2)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await log(`subject=${id}&action=commission_rule.changed`)).entries).toMatchObject([
      { before: { approval: 'open' }, after: { approval: 'closed' } },
    ])
    expect(await ask('DELETE', `commission-rules/${id}`)).toMatchObject({ success: true })
    expect(await create({ eventId: fixture.eventId })).toMatchObject({ status: 201 })
  })

  test('refer to the promoter’s own objects, within bounds', async () => {
    const stranger = await fixture.join('nobody')
    expect(await create({ eventId: foreignEventId })).toMatchObject({ status: 404 })
    expect(await create({ memberId: stranger.accountId })).toMatchObject({ status: 404 })
    const wrong = [
      { kind: 'percentage', percent: 101 },
      { kind: 'percentage', percent: 1.234 },
      { kind: 'fixed', amount: 1 },
      { kind: 'tiers', steps: [] },
    ]
    for (const terms of wrong) expect(await create({ terms })).toMatchObject({ status: 422 })
    const precise = { currency: 'EUR', terms: { kind: 'fixed', amount: 1.005 } }
    expect(await create(precise)).toMatchObject({ status: 422 })
  })
})

describe('tracking links', () => {
  test('belong to the promoter or a member', async () => {
    const own = await ask<{ link: ConsoleLink }>('POST', 'tracking-links', { name: 'Poster', code: 'poster' })
    expect(own).toMatchObject({
      status: 201,
      data: { link: { memberId: null, memberName: null, code: 'poster' } },
    })
    const theirs = await ask<{ link: ConsoleLink }>('POST', 'tracking-links', {
      name: 'Bar',
      memberId: seller.accountId,
    })
    expect(theirs.data.link.memberName).toBe('Ada Lovelace')
    const names = async (query = '') =>
      (await ask<{ links: ConsoleLink[] }>('GET', `tracking-links${query}`)).data.links.map(
        ({ name }) => name,
      )
    expect((await names()).toSorted()).toEqual(['Bar', 'Poster'])
    expect(await names('?memberId=none')).toEqual(['Poster'])
    expect(await names(`?memberId=${seller.accountId}`)).toEqual(['Bar'])
    expect(await ask('POST', 'tracking-links', { name: 'X', code: 'POSTER' })).toMatchObject({
      error: { code: 'LINK_CODE_TAKEN' },
    })
    const stranger = await fixture.join('nobody')
    expect(await ask('POST', 'tracking-links', { name: 'X', memberId: stranger.accountId })).toMatchObject({
      status: 404,
    })
  })
})

describe('the promoter’s settings', () => {
  test('conflict on concurrent changes; requiring a second factor needs one', async () => {
    const { settings } = (await ask<{ settings: PromoterSettings }>('GET', 'settings')).data
    const wish = { ...settings, legalName: 'Aurora Nights GmbH', taxId: 'DE123456789' }
    const put = (change: object) => ask('PUT', 'settings', { ...wish, ...change })
    expect(await put({ requiresSecondFactor: true })).toMatchObject({
      error: { code: 'SECOND_FACTOR_FIRST' },
    })
    const answers = await Promise.all([put({}), put({ legalName: 'Other' })])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await log('action=promoter')).entries).toMatchObject([{ after: { taxId: 'DE123456789' } }])
    const manager = await fixture.join('manager')
    expect(await manager.ask('GET', '/api/promoter/settings')).toMatchObject({ status: 403 })
  })

  test('contain name and defaults of new events; existing events keep theirs', async () => {
    const read = async () => (await ask<{ settings: PromoterSettings }>('GET', 'settings')).data.settings
    const settings = await read()
    const put = (change: object) => ask('PUT', 'settings', { ...settings, ...change })
    for (const change of [{ name: '' }, { name: 'www.evil.example' }, { currency: 'EURO' }])
      expect(await put(change)).toMatchObject({ status: 422 })
    const wish = { name: 'Aurora Nights', country: 'Japan', currency: 'JPY' }
    expect(await put(wish)).toMatchObject({ status: 200, data: { settings: wish } })
    expect(await ask('GET', `events/${fixture.eventId}`)).toMatchObject({
      data: { event: { fields: { venue: { country: 'Germany' }, currency: 'EUR' } } },
    })
    const made = await ask('POST', 'events', {
      title: 'New',
      startsAt: '2027-01-01T20:00',
      timeZone: 'Asia/Tokyo',
    })
    expect(made).toMatchObject({
      data: { event: { fields: { venue: { country: 'Japan' }, currency: 'JPY' } } },
    })
    const { name, country, currency, ...others } = settings
    expect(await ask('PUT', 'settings', { ...others, version: settings.version + 1 })).toMatchObject({
      data: { settings: wish },
    })
    expect([name, country, currency]).not.toEqual(Object.values(wish))
  })
})

describe('the audit log', () => {
  test('names referenced objects of its promoter while they exist', async () => {
    await ask('POST', 'tracking-links', { name: 'Named', memberId: seller.accountId })
    const [entry] = (await log('action=link.created')).entries
    expect(entry?.names).toMatchObject({ [seller.accountId]: 'Ada Lovelace' })
    const { db } = fixture.context
    await recordChange(
      db,
      {
        promoterId: fixture.promoterId,
        actor: { accountId: null, apiKeyId: null },
        action: 'event.updated',
        subject: { id: fixture.eventId, name: '' },
        after: { eventId: foreignEventId },
      },
      new Date(fixture.clock.now()),
    )
    expect((await log('action=event.updated')).entries[0]?.names).toEqual({ [foreignEventId]: '' })
  })

  test('is paginated, and filtered by actor, subject and time', async () => {
    for (let count = 0; count < 30; count += 1) await ask('POST', 'tracking-links', { name: `Link ${count}` })
    const first = await log('action=link')
    expect(first.entries).toHaveLength(25)
    const second = await log(`action=link&cursor=${first.nextCursor}`)
    expect(second.nextCursor).toBe(null)
    const ids = [...first.entries, ...second.entries].map(({ id }) => Number(id))
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
    const now = new Date(fixture.clock.now()).toISOString()
    expect((await log(`to=${now}`)).entries).toEqual([])
    expect((await log(`from=${now}&actor=${fixture.owner.accountId}`)).entries).toHaveLength(25)
    expect((await log(`actor=${seller.accountId}`)).entries).toEqual([])
    expect(await ask('GET', 'audit-log/choices')).toMatchObject({
      data: {
        actors: [{ id: fixture.owner.accountId }],
        nouns: expect.arrayContaining(['link', 'assignment']),
      },
    })
    for (const query of ['cursor=x', 'action=No', 'from=yesterday'])
      expect(await ask('GET', `audit-log?${query}`)).toMatchObject({ status: 422 })
  })

  test('is for owners and managers of the promoter', async () => {
    const manager = await fixture.join('manager')
    expect(await manager.ask('GET', '/api/promoter/audit-log')).toMatchObject({ status: 200 })
    expect(await seller.ask('GET', '/api/promoter/audit-log')).toMatchObject({ status: 403 })
  })
})
