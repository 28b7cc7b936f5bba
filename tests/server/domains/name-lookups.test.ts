import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNameLookups, type NameLookups } from '#server/domains/name-lookups.ts'
import { startDnsServer, type DnsServer } from '#tests/support/dns-server.ts'

let dns: DnsServer
let names: NameLookups

beforeAll(async () => {
  dns = await startDnsServer()
  names = createNameLookups([dns.address])
})
afterAll(() => dns.close())

describe('texts', () => {
  test('of all records, the pieces of each joined', async () => {
    dns.set('several.example', { TXT: ['one', ['t', 'w', 'o'], 'x'.repeat(255)] })
    expect((await names.findTexts('several.example'))?.toSorted()).toEqual(['one', 'two', 'x'.repeat(255)])
  })

  test('none where there is no such name, or no such record', async () => {
    dns.set('addresses.example', { A: ['192.0.2.1'] })
    expect(await names.findTexts('nowhere.example')).toEqual([])
    expect(await names.findTexts('addresses.example')).toEqual([])
  })

  test('unknown, which is not none, when the server is broken', async () => {
    dns.set('broken.example', 'broken')
    expect(await names.findTexts('broken.example')).toBeUndefined()
  })

  test('unknown when it is silent or away', async () => {
    dns.set('silent.example', 'silent')
    const away = createNameLookups(['127.0.0.1:1'])
    const found = await Promise.all([names.findTexts('silent.example'), away.findTexts('any.example')])
    expect(found).toEqual([undefined, undefined])
  })

  test('as they are now: nothing is remembered, whatever the record’s time to live', async () => {
    dns.set('moving.example', { TXT: ['before'] })
    expect(await names.findTexts('moving.example')).toEqual(['before'])
    dns.set('moving.example', { TXT: ['after'] })
    expect(await names.findTexts('moving.example')).toEqual(['after'])
  })
})

describe('targets', () => {
  test('of every kind', async () => {
    dns.set('all.example', { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8:0:0:0:0:0:1'] })
    expect(await names.findTargets('all.example')).toEqual([
      { type: 'A', value: '192.0.2.1' },
      { type: 'A', value: '192.0.2.2' },
      { type: 'AAAA', value: '2001:db8::1' },
    ])
  })

  test('a name, in lower case', async () => {
    dns.set('alias.example', { CNAME: 'Sites.Foyer.Example' })
    expect(await names.findTargets('alias.example')).toEqual([
      { type: 'CNAME', value: 'sites.foyer.example' },
    ])
  })

  test('none, and unknown', async () => {
    dns.set('broken.example', 'broken')
    expect(await names.findTargets('nowhere.example')).toEqual([])
    expect(await names.findTargets('broken.example')).toBeUndefined()
  })
})
