import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Domain } from '#contracts/console/domains.ts'
import { publishProof } from '#tests/support/dns-server.ts'
import { openDomainFixture, type DomainFixture, type Owner } from '#tests/support/domains.ts'

let fixture: DomainFixture
let aurora: Owner
let nordlys: Owner

beforeEach(async () => {
  fixture = await openDomainFixture()
  aurora = await fixture.open('Aurora')
  nordlys = await fixture.open('Nordlys')
})
afterEach(() => fixture.close())

const create = (owner: Owner, domain: string) => owner.ask('POST', '/api/domains', { domain })
const kindOf = async (host: string): Promise<string> => {
  await fixture.context.sites.reload()
  const site = fixture.context.sites.resolve(host)
  return site.kind === 'storefront' ? site.promoterId : site.kind
}
const hostsOf = (domains: readonly Domain[]): string[] => domains.map((each) => each.host)

describe('create', () => {
  test('answers what to publish, and resolves nothing yet', async () => {
    const { status, data } = await create(aurora, ' Tickets.Aurora.example. ')
    expect(status).toBe(201)
    expect(data.domain).toMatchObject({
      host: 'tickets.aurora.example',
      displayHost: 'tickets.aurora.example',
      status: 'pending',
      isCanonical: false,
      offersToo: null,
      verifiedAt: null,
      checkedAt: null,
      lapsesAt: null,
      records: [
        {
          type: 'TXT',
          name: '_foyer.tickets.aurora.example',
          value: expect.stringMatching(/^foyer-[\da-f]{40}$/),
        },
        { type: 'CNAME', name: 'tickets.aurora.example', value: 'sites.foyer.example' },
      ],
    })
    expect(await kindOf('tickets.aurora.example')).toBe('unknown')
  })

  test('an apex gets addresses, and suggests www until it is claimed', async () => {
    const { data } = await create(aurora, 'aurora.example')
    expect(data.domain.offersToo).toBe('www.aurora.example')
    expect(data.domain.records.slice(1)).toEqual([
      { type: 'A', name: 'aurora.example', value: '192.0.2.1' },
      { type: 'AAAA', name: 'aurora.example', value: '2001:db8::1' },
    ])
    const www = await create(aurora, 'www.aurora.example')
    expect(www.data.domain.offersToo).toBeNull()
    expect((await aurora.list()).map((each) => each.offersToo)).toEqual([null, null])
  })

  test('a repeated claim in any spelling returns the same record', async () => {
    const first = await create(aurora, 'münchen.example')
    const again = await create(aurora, 'XN--MNCHEN-3YA.example')
    expect(again.data.domain).toEqual(first.data.domain)
    expect(again.data.domain.displayHost).toBe('münchen.example')
    expect(await aurora.list()).toHaveLength(1)
  })

  test('ten concurrent claims make one', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => create(aurora, 'once.example')))
    expect(new Set(all.map(({ data }) => data.domain.id)).size).toBe(1)
  })

  test.each(['*.aurora.example', 'co.uk', '192.0.2.1', 'shop.main.example', 'shop.localhost', 'a b'])(
    '%s is refused with the reason',
    async (name) => {
      const { status, error } = await create(aurora, name)
      expect([status, error.code]).toEqual([422, 'DOMAIN_REFUSED'])
      expect(error.details).toEqual({ why: expect.stringMatching(/\.$/) })
      expect(await aurora.list()).toEqual([])
    },
  )

  test('two promoters may claim an unverified domain, with separate records', async () => {
    const [mine, theirs] = [await create(aurora, 'both.example'), await create(nordlys, 'both.example')]
    expect(mine.data.domain.records[0]?.value).not.toBe(theirs.data.domain.records[0]?.value)
  })

  test('a promoter has at most 100', async () => {
    const { db } = fixture.context
    const rows = Array.from({ length: 100 }, (_, index) => ({
      promoter_id: aurora.promoterId,
      host: `shop${index}.example`,
      token: 'x'.repeat(40),
      created_at: new Date(),
    }))
    await db.insertInto('domains').values(rows).execute()
    expect((await create(aurora, 'shop100.example')).error.code).toBe('DOMAIN_REFUSED')
    expect((await create(aurora, 'shop99.example')).status).toBe(201)
  })

  test('61 an hour are refused, without affecting others', async () => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => create(aurora, 'co.uk')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await create(nordlys, 'free.example')).status).toBe(201)
  })
})

describe('verify', () => {
  test('with its proof the name is the promoter’s storefront, and canonical as the first', async () => {
    const { id } = await aurora.claim('tickets.aurora.example')
    const { status, data } = await aurora.verify(id)
    expect(status).toBe(200)
    const now = new Date(fixture.clock.now()).toISOString()
    expect(data.domain).toMatchObject({
      status: 'verified',
      isCanonical: true,
      verifiedAt: now,
      checkedAt: now,
    })
    expect(await kindOf('tickets.aurora.example')).toBe(aurora.promoterId)
    expect((await aurora.own('aurora.example')).isCanonical).toBe(false)
  })

  test('the record may be among others, split or quoted', async () => {
    const { data } = await create(aurora, 'tickets.aurora.example')
    const token = data.domain.records[0]?.value ?? ''
    const pieces = [token.slice(0, 10), token.slice(10)]
    for (const mine of [pieces, `"${token}"`, ` ${token} `]) {
      fixture.dns.set('_foyer.tickets.aurora.example', { TXT: ['v=spf1 -all', mine, 'foyer-other'] })
      expect((await aurora.verify(data.domain.id)).status).toBe(200)
    }
  })

  test.each([
    ['there is no such name', undefined, /can’t be found yet/],
    ['it has other records only', { A: ['192.0.2.1'] }, /can’t be found yet/],
    ['it says something else', { TXT: ['foyer-0000'] }, /can’t be found yet/],
    ['its server is broken', 'broken', /didn’t respond/],
  ] as const)('without: %s', async (_, zone, why) => {
    const { data } = await create(aurora, 'tickets.aurora.example')
    fixture.dns.set('_foyer.tickets.aurora.example', zone as Parameters<typeof fixture.dns.set>[1])
    const { status, error } = await aurora.verify(data.domain.id)
    expect([status, error.code]).toEqual([409, 'DOMAIN_NOT_PROVEN'])
    expect(error.details).toEqual({ why: expect.stringMatching(why), record: data.domain.records[0] })
    expect(await kindOf('tickets.aurora.example')).toBe('unknown')
  })

  test('one promoter’s record proves nothing for another', async () => {
    const mine = await aurora.claim('tickets.aurora.example')
    const theirs = await create(nordlys, 'tickets.aurora.example')
    expect((await nordlys.verify(theirs.data.domain.id)).error.code).toBe('DOMAIN_NOT_PROVEN')
    expect((await aurora.verify(mine.id)).status).toBe(200)
  })

  test('is idempotent', async () => {
    const { id } = await aurora.own('tickets.aurora.example')
    fixture.clock.advance(60_000)
    const { data } = await aurora.verify(id)
    expect(data.domain).toMatchObject({ status: 'verified', isCanonical: true })
    expect(Date.parse(data.domain.checkedAt ?? '') - Date.parse(data.domain.verifiedAt ?? '')).toBe(60_000)
  })

  test('a host without a claim is assigned to the claim', async () => {
    const { db } = fixture.context
    const row = { host: 'old.example', promoter_id: aurora.promoterId, verified_at: new Date() }
    await db.insertInto('hosts').values(row).execute()
    expect((await create(nordlys, 'old.example')).error.code).toBe('DOMAIN_TAKEN')
    const { id } = await aurora.own('old.example')
    expect((await aurora.ask('DELETE', `/api/domains/${id}`)).status).toBe(200)
    expect(await kindOf('old.example')).toBe('unknown')
  })
})

describe('another promoter’s domain', () => {
  /** Publishes both records, which only the owner of the name can do. */
  const publishBoth = async (name: string): Promise<[Domain, Domain]> => {
    const [mine, theirs] = [await aurora.claim(name), await nordlys.claim(name)]
    const tokens = [mine, theirs].map((each) => each.records[0]?.value ?? '')
    fixture.dns.set(`_foyer.${name}`, { TXT: tokens })
    return [mine, theirs]
  }

  test('is refused while in use, even with a record', async () => {
    const [mine, theirs] = await publishBoth('tickets.example')
    await aurora.verify(mine.id)
    expect((await nordlys.verify(theirs.id)).error.code).toBe('DOMAIN_TAKEN')
    expect((await create(nordlys, 'tickets.example')).error.code).toBe('DOMAIN_TAKEN')
    expect(await kindOf('tickets.example')).toBe(aurora.promoterId)
    expect(await nordlys.list()).toMatchObject([{ status: 'pending', isCanonical: false }])
  })

  test('is available after its deletion, with an own record', async () => {
    const [mine, theirs] = await publishBoth('tickets.example')
    await aurora.verify(mine.id)
    publishProof(fixture.dns, mine)
    await aurora.ask('DELETE', `/api/domains/${mine.id}`)
    // The first promoter's record is still published.
    expect((await nordlys.verify(theirs.id)).error.code).toBe('DOMAIN_NOT_PROVEN')
    publishProof(fixture.dns, theirs)
    expect((await nordlys.verify(theirs.id)).status).toBe(200)
    expect(await kindOf('tickets.example')).toBe(nordlys.promoterId)
  })

  test('of two concurrent verifications exactly one succeeds', async () => {
    for (const name of Array.from({ length: 12 }, (_, index) => `race${index}.example`)) {
      const [mine, theirs] = await publishBoth(name)
      const answers = await Promise.all([aurora.verify(mine.id), nordlys.verify(theirs.id)])
      const codes = answers.map((each) => (each.success ? 'won' : each.error.code)).toSorted()
      expect(codes).toEqual(['DOMAIN_TAKEN', 'won'])
      const winner = answers[0].success ? aurora : nordlys
      expect(await kindOf(name)).toBe(winner.promoterId)
    }
  })
})

describe('check-verification', () => {
  const check = async (id: string) => {
    const { data } = await aurora.ask<{
      domain: Domain
      found: unknown[]
      missing: { type: string }[]
      says: string
    }>('GET', `/api/domains/${id}/check-verification`)
    return data
  }

  test('says what is missing, step by step, and changes nothing', async () => {
    const { data } = await create(aurora, 'tickets.aurora.example')
    const { id, records } = data.domain
    expect(await check(id)).toMatchObject({
      found: [],
      missing: records,
      says: expect.stringMatching(/no TXT record/),
    })
    fixture.dns.set('_foyer.tickets.aurora.example', { TXT: ['foyer-wrong'] })
    fixture.dns.set('tickets.aurora.example', { A: ['203.0.113.9'] })
    expect(await check(id)).toMatchObject({
      found: [
        { type: 'TXT', name: '_foyer.tickets.aurora.example', value: 'foyer-wrong' },
        { type: 'A', name: 'tickets.aurora.example', value: '203.0.113.9' },
      ],
      missing: records,
      says: expect.stringMatching(/a different text.*203\.0\.113\.9, not here/),
    })
    publishProof(fixture.dns, data.domain)
    fixture.dns.set('tickets.aurora.example', { CNAME: 'sites.foyer.example' })
    expect(await check(id)).toMatchObject({ missing: [], domain: { status: 'pending' } })
    expect(await kindOf('tickets.aurora.example')).toBe('unknown')
  })

  test('a name that resolves to the target’s addresses is accepted', async () => {
    const { data } = await create(aurora, 'aurora.example')
    fixture.dns.set('sites.foyer.example', { A: ['198.51.100.7'] })
    for (const zone of [{ A: ['198.51.100.7'] }, { A: ['192.0.2.1'] }, { AAAA: ['2001:db8:0:0:0:0:0:1'] }]) {
      fixture.dns.set('aurora.example', zone)
      expect((await check(data.domain.id)).missing.map(({ type }) => type)).toEqual(['TXT'])
    }
  })

  test('private addresses are not returned', async () => {
    const { data } = await create(aurora, 'db.example')
    fixture.dns.set('db.example', {
      A: ['10.0.0.7', '192.168.1.1', '127.0.0.1'],
      AAAA: ['fd00:0:0:0:0:0:0:1'],
    })
    const checked = await check(data.domain.id)
    expect(JSON.stringify(checked)).not.toMatch(/10\.0\.0\.7|192\.168|127\.0|fd00:/)
    expect(checked.missing).toEqual(data.domain.records)
  })

  test('no DNS answer is reported as such', async () => {
    const { data } = await create(aurora, 'tickets.aurora.example')
    fixture.dns.set('_foyer.tickets.aurora.example', 'broken')
    fixture.dns.set('tickets.aurora.example', 'broken')
    expect((await check(data.domain.id)).says.match(/didn’t respond/g)).toHaveLength(2)
  })
})

describe('delete', () => {
  test('stops the name, and the next oldest becomes canonical', async () => {
    const first = await aurora.own('one.example')
    fixture.clock.advance(1000)
    await aurora.own('two.example')
    fixture.clock.advance(1000)
    await aurora.own('three.example')
    expect((await aurora.ask('DELETE', `/api/domains/${first.id}`)).status).toBe(200)
    expect(await kindOf('one.example')).toBe('unknown')
    expect((await aurora.list()).map(({ host, isCanonical }) => [host, isCanonical])).toEqual([
      ['two.example', true],
      ['three.example', false],
    ])
    expect((await aurora.ask('DELETE', `/api/domains/${first.id}`)).status).toBe(404)
  })

  test('a concurrent verification and deletion leave both or nothing', async () => {
    for (const name of Array.from({ length: 8 }, (_, index) => `gone${index}.example`)) {
      const { id } = await aurora.claim(name)
      await Promise.all([aurora.verify(id), aurora.ask('DELETE', `/api/domains/${id}`)])
      expect(hostsOf(await aurora.list())).not.toContain(name)
      expect(await kindOf(name)).toBe('unknown')
    }
  })
})

describe('the canonical domain', () => {
  test('is the promoter’s choice among resolving ones', async () => {
    await aurora.own('one.example')
    const two = await aurora.own('two.example')
    const pending = await aurora.claim('three.example')
    const choose = (owner: Owner, id: string) =>
      owner.ask('PUT', `/api/domains/${id}/settings`, { isCanonical: true })
    expect(await choose(aurora, two.id)).toMatchObject({ success: true })
    expect(hostsOf((await aurora.list()).filter((each) => each.isCanonical))).toEqual(['two.example'])
    expect(await choose(aurora, pending.id)).toMatchObject({ error: { code: 'DOMAIN_NOT_PROVEN' } })
    expect(await choose(nordlys, two.id)).toMatchObject({ error: { code: 'NOT_FOUND' } })
    await fixture.context.sites.reload()
    expect(fixture.context.sites.resolve('one.example')).toMatchObject({
      canonicalHost: 'two.example',
      isAlias: true,
    })
    expect(fixture.context.sites.resolve('two.example')).toMatchObject({
      canonicalHost: 'two.example',
      isAlias: false,
    })
    // A host without a claim is canonical.
    expect(fixture.context.sites.resolve('aurora.localhost')).toMatchObject({ isAlias: false })
  })

  test('chosen concurrently is unique', async () => {
    const all = [
      await aurora.own('one.example'),
      await aurora.own('two.example'),
      await aurora.own('three.example'),
    ]
    await Promise.all(
      [...all, ...all].map(({ id }) =>
        aurora.ask('PUT', `/api/domains/${id}/settings`, { isCanonical: true }),
      ),
    )
    expect((await aurora.list()).filter((each) => each.isCanonical)).toHaveLength(1)
  })
})

test('settings are the site’s look, and what of its CSS is not served', async () => {
  const { id } = await aurora.claim('tickets.aurora.example')
  const dropped = [{ line: 1, rule: '@import', reason: 'It loads something.' }]
  const look = { custom_css: '@import "x";', dropped_css: JSON.stringify(dropped) }
  await fixture.context.db
    .updateTable('sites')
    .set(look)
    .where('promoter_id', '=', aurora.promoterId)
    .execute()
  const { data } = await aurora.ask('GET', `/api/domains/${id}/settings`)
  expect(data).toMatchObject({
    domain: { id },
    settings: { siteName: 'Aurora', customCss: '@import "x";', primaryColor: '#4f46e5' },
    droppedCss: dropped,
  })
})

describe('TLS certificates are allowed', () => {
  const allowed = async (domain: string): Promise<number> => {
    await fixture.context.sites.reload()
    return (await aurora.ask('GET', `/api/domains/tls-allowed?domain=${encodeURIComponent(domain)}`)).status
  }

  test('for resolving hosts only', async () => {
    const { id } = await aurora.own('tickets.aurora.example')
    await aurora.claim('pending.aurora.example')
    expect(await allowed('tickets.aurora.example')).toBe(200)
    expect(await allowed('Tickets.Aurora.Example')).toBe(200)
    expect(await allowed('main.example')).toBe(200)
    for (const name of ['pending.aurora.example', 'other.example', '192.0.2.1', '*.aurora.example', ' '])
      expect(await allowed(name)).not.toBe(200)
    await aurora.ask('DELETE', `/api/domains/${id}`)
    expect(await allowed('tickets.aurora.example')).toBe(404)
  })
})

describe('on a local installation', () => {
  let laptop: DomainFixture
  afterAll(() => laptop.close())

  test('names below localhost require no record', async () => {
    laptop = await openDomainFixture({ MAIN_HOSTS: 'localhost,127.0.0.1,[::1]' })
    const owner = await laptop.open('Laptop')
    const domain = await owner.own('shop.localhost')
    expect(domain).toMatchObject({ status: 'verified', records: [], isCanonical: true, offersToo: null })
    expect(laptop.dns.asked('_foyer.shop.localhost')).toBe(0)
  })
})
