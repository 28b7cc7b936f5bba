import { afterEach, beforeEach, expect, test } from 'vitest'
import { DOMAIN_GRACE_MS } from '#model/sites/domains.ts'
import { recheckDomains } from '#server/jobs/recheck-domains.ts'
import { publishProof } from '#tests/support/dns-server.ts'
import { openDomainFixture, openMember, type DomainFixture, type Owner } from '#tests/support/domains.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NAME = 'tickets.aurora.example'
const PROOF = `_foyer.${NAME}`

let fixture: DomainFixture
let aurora: Owner

beforeEach(async () => {
  fixture = await openDomainFixture()
  aurora = await fixture.open('Aurora')
})
afterEach(() => fixture.close())

const after = async (milliseconds: number): Promise<void> => {
  fixture.clock.advance(milliseconds)
  await recheckDomains(fixture.context)
}
const state = async (host = NAME) => (await aurora.list()).find((each) => each.host === host)
const answers = async (host = NAME): Promise<boolean> => {
  await fixture.context.sites.reload()
  return fixture.context.sites.resolve(host).kind === 'storefront'
}

test('checks a DNS record once a day', async () => {
  await aurora.own(NAME)
  expect(fixture.dns.asked(PROOF)).toBe(1)
  await after(21 * HOUR)
  expect(fixture.dns.asked(PROOF)).toBe(1)
  await after(3 * HOUR)
  await after(HOUR)
  expect(fixture.dns.asked(PROOF)).toBe(2)
  expect(await state()).toMatchObject({ status: 'verified', lapsesAt: null })
  for (const _ of [1, 2, 3, 4]) await after(DAY)
  expect(fixture.dns.asked(PROOF)).toBe(6)
})

test('a domain without its record resolves for a week, then lapses', async () => {
  await aurora.own(NAME)
  fixture.dns.set(PROOF, undefined)
  await after(DAY)
  const lapsesAt = new Date(fixture.clock.now() + DOMAIN_GRACE_MS)
  expect(await state()).toMatchObject({
    status: 'failing',
    lapsesAt: lapsesAt.toISOString(),
    isCanonical: true,
  })
  for (const _ of [1, 2, 3, 4, 5, 6]) await after(DAY)
  await after(DAY - 1)
  expect(await state()).toMatchObject({ status: 'failing' })
  expect(await answers()).toBe(true)
  // Exactly at the end: one more check is made when the time is reached.
  await after(1)
  expect(await state()).toMatchObject({ status: 'lapsed', lapsesAt: null, isCanonical: false })
  expect(await answers()).toBe(false)
  const asked = fixture.dns.asked(PROOF)
  await after(DAY)
  expect(fixture.dns.asked(PROOF)).toBe(asked)
})

test('a record that returns in time has no consequences', async () => {
  const domain = await aurora.own(NAME)
  fixture.dns.set(PROOF, undefined)
  await after(DAY)
  await after(5 * DAY)
  publishProof(fixture.dns, domain)
  await after(DAY)
  expect(await state()).toMatchObject({ status: 'verified', lapsesAt: null, isCanonical: true })
  fixture.dns.set(PROOF, undefined)
  await after(DAY)
  // A new grace period of a week begins.
  await after(6 * DAY)
  expect(await answers()).toBe(true)
})

test('no DNS answer changes nothing and is retried within the day', async () => {
  await aurora.own(NAME)
  fixture.dns.set(PROOF, 'broken')
  await after(DAY)
  const asked = fixture.dns.asked(PROOF)
  await after(HOUR)
  expect(fixture.dns.asked(PROOF)).toBeGreaterThan(asked)
  for (const _ of Array.from({ length: 10 })) await after(DAY)
  expect(await state()).toMatchObject({ status: 'verified' })
  expect(await answers()).toBe(true)
})

test('a lapsed domain can be verified again, also by another promoter', async () => {
  const mine = await aurora.own(NAME)
  const nordlys = await fixture.open('Nordlys')
  fixture.dns.set(PROOF, undefined)
  await after(DAY)
  await after(DOMAIN_GRACE_MS)
  expect(await answers()).toBe(false)
  const theirs = await nordlys.claim(NAME)
  expect((await nordlys.verify(theirs.id)).status).toBe(200)
  publishProof(fixture.dns, mine)
  expect((await aurora.verify(mine.id)).error.code).toBe('DOMAIN_TAKEN')
  await nordlys.ask('DELETE', `/api/domains/${theirs.id}`)
  expect((await aurora.verify(mine.id)).status).toBe(200)
})

test('when the canonical domain lapses, another verified one replaces it', async () => {
  await aurora.own(NAME)
  fixture.clock.advance(1000)
  await aurora.own('other.aurora.example')
  fixture.dns.set(PROOF, undefined)
  await after(DAY)
  await after(DOMAIN_GRACE_MS)
  expect(await state()).toMatchObject({ status: 'lapsed', isCanonical: false })
  expect(await state('other.aurora.example')).toMatchObject({ status: 'verified', isCanonical: true })
})

test('owners are emailed once when it fails and once when it lapses', async () => {
  const { db } = fixture.context
  const other = await openMember(fixture.context, aurora.promoterId, 'owner')
  await openMember(fixture.context, aurora.promoterId, 'manager')
  await aurora.own(NAME)
  fixture.dns.set(PROOF, undefined)
  const told = async () =>
    db.selectFrom('mails').select(['kind', 'payload']).orderBy('created_at').orderBy('kind').execute()
  const owners = [aurora.accountId, other.accountId].toSorted()
  await after(DAY)
  await after(DAY)
  const first = await told()
  expect(first.map((each) => each.kind)).toEqual(['domain_failing', 'domain_failing'])
  await after(DOMAIN_GRACE_MS)
  await after(DAY)
  const all = await told()
  expect(all.slice(2).map((each) => each.kind)).toEqual(['domain_lapsed', 'domain_lapsed'])
  const expected = owners.map((accountId) => expect.objectContaining({ accountId }))
  for (const mails of [all.slice(0, 2), all.slice(2)])
    expect(mails.map((mail) => mail.payload)).toEqual(expect.arrayContaining(expected))
})

test('four concurrent nodes check each once @full', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `shop${index}.example`)
  for (const name of names) await aurora.own(name)
  fixture.clock.advance(DAY)
  await Promise.all([1, 2, 3, 4].map(() => recheckDomains(fixture.context)))
  expect(names.map((name) => fixture.dns.asked(`_foyer.${name}`))).toEqual(names.map(() => 2))
})

test('one deleted during the check stays deleted', async () => {
  const { id } = await aurora.own(NAME)
  fixture.dns.set(PROOF, 'silent')
  fixture.clock.advance(DAY)
  const checking = recheckDomains(fixture.context)
  await expect.poll(() => fixture.dns.asked(PROOF)).toBeGreaterThan(1)
  await aurora.ask('DELETE', `/api/domains/${id}`)
  await checking
  expect(await aurora.list()).toEqual([])
  expect(await answers()).toBe(false)
})
