import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNameLookups, type NameLookups } from '#server/platform/dns/name-lookups.ts'
import { startDnsServer, type DnsServer } from '#tests/support/dns-server.ts'

let dns: DnsServer
let names: NameLookups

beforeAll(async () => {
  dns = await startDnsServer()
  names = createNameLookups([dns.address])
})
afterAll(() => dns.close())

describe('TXT records', () => {
  test('of a name are all returned, with parts joined', async () => {
    dns.set('several.example', { TXT: ['one', ['t', 'w', 'o'], 'x'.repeat(255)] })
    expect((await names.findTexts('several.example'))?.toSorted()).toEqual(['one', 'two', 'x'.repeat(255)])
  })

  test('are empty for an unknown name or no record', async () => {
    dns.set('addresses.example', { A: ['192.0.2.1'] })
    expect(await names.findTexts('nowhere.example')).toEqual([])
    expect(await names.findTexts('addresses.example')).toEqual([])
  })

  test('are unknown, not empty, when the server fails', async () => {
    dns.set('broken.example', 'broken')
    expect(await names.findTexts('broken.example')).toBeUndefined()
  })

  test('are unknown without a response', async () => {
    dns.set('silent.example', 'silent')
    const away = createNameLookups(['127.0.0.1:1'])
    const found = await Promise.all([names.findTexts('silent.example'), away.findTexts('any.example')])
    expect(found).toEqual([undefined, undefined])
  })

  test('are not cached, whatever the TTL', async () => {
    dns.set('moving.example', { TXT: ['before'] })
    expect(await names.findTexts('moving.example')).toEqual(['before'])
    dns.set('moving.example', { TXT: ['after'] })
    expect(await names.findTexts('moving.example')).toEqual(['after'])
  })
})

describe('address records', () => {
  test('of every type are returned', async () => {
    dns.set('all.example', { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8:0:0:0:0:0:1'] })
    expect(await names.findTargets('all.example')).toEqual([
      { type: 'A', value: '192.0.2.1' },
      { type: 'A', value: '192.0.2.2' },
      { type: 'AAAA', value: '2001:db8::1' },
    ])
  })

  test('are in lower case', async () => {
    dns.set('alias.example', { CNAME: 'Sites.Foyer.Example' })
    expect(await names.findTargets('alias.example')).toEqual([
      { type: 'CNAME', value: 'sites.foyer.example' },
    ])
  })

  test('may be empty or unknown', async () => {
    dns.set('broken.example', 'broken')
    expect(await names.findTargets('nowhere.example')).toEqual([])
    expect(await names.findTargets('broken.example')).toBeUndefined()
  })
})
