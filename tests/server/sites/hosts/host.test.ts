import { expect, test } from 'vitest'
import { parseHostHeader } from '#server/sites/hosts/host.ts'

test.each([
  ['aurora.localhost', 'aurora.localhost'],
  ['Aurora.LOCALHOST:4321', 'aurora.localhost'],
  ['tickets.example.', 'tickets.example'],
  ['tickets.example.:443', 'tickets.example'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['[::1]:4321', '[::1]'],
  ['[2001:DB8::1]', '[2001:db8::1]'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['_dmarc.example', '_dmarc.example'],
  [`${'a.'.repeat(126)}a`, `${'a.'.repeat(126)}a`],
])('%s is %s', (header, host) => {
  expect(parseHostHeader(header)).toBe(host)
})

test.each([
  undefined,
  '',
  ' ',
  '.',
  'a..b',
  '.a',
  'a b',
  'a/b',
  'a?b',
  'a#b',
  'a@b',
  'a,b',
  'a:b',
  'a:',
  'a:123456',
  'a:70000',
  'a\nb',
  'a\0',
  '[::1',
  '::1',
  '[::g]',
  '[:::]',
  '1.2.3.256',
  'bücher.example',
  `${'a.'.repeat(127)}a`,
])('%j is no host', (header) => {
  expect(parseHostHeader(header)).toBeUndefined()
})
