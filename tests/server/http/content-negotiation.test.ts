import { describe, expect, test } from 'vitest'
import { chooseEncoding, matchesEtag } from '#server/http/content-negotiation.ts'

describe('content encoding', () => {
  test.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['br', 'br;q=0.001'],
    ['br', 'BR ; q=1, *;q=0'],
    ['gzip', 'br;q=0, gzip'],
    ['gzip', 'gzip;q=0.5'],
    ['identity', 'br;q=0.0, gzip;q=0.000'],
    ['identity', 'x-br, gzipped'],
    ['identity', ''],
    ['identity', undefined],
  ])('%s is the best of %j, cached or not', (encoding, accepted) => {
    expect([chooseEncoding(accepted), chooseEncoding(accepted)]).toEqual([encoding, encoding])
  })
})

describe('an ETag', () => {
  test.each([
    ['"a"', '"a"'],
    ['"a"', 'W/"a"'],
    ['W/"a"', '"a"'],
    ['W/"a"', '"b", W/"a"'],
    ['W/"a"', '*'],
  ])('%s matches %s', (etag, header) => expect(matchesEtag(header, etag)).toBe(true))

  test.each([undefined, '', '"b"', '"a', 'a', 'W/"b", "c"'])('doesn’t match %j', (header) =>
    expect(matchesEtag(header, 'W/"a"')).toBe(false),
  )
})
