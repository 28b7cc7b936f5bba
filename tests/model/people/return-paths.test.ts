import { expect, test } from 'vitest'
import { sameOriginPath } from '#model/people/return-paths.ts'

const HERE = 'https://tickets.example'

test.each([
  ['/staff/payouts?tab=1#top', '/staff/payouts?tab=1#top'],
  ['https://tickets.example/staff', '/staff'],
  ['staff', '/staff'],
  ['https:evil.example', '/evil.example'],
  ['HTTPS://TICKETS.EXAMPLE:443/staff', '/staff'],
])('%s stays on this site', (wanted, path) => {
  expect(sameOriginPath(wanted, HERE)).toBe(path)
})

test.each([
  null,
  '',
  'https://evil.example/staff',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'http://tickets.example/',
  'https://tickets.example.evil.example/',
  'https://tickets.example@evil.example/',
  'https://somebody@tickets.example/',
  'https://tickets.example//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[',
])('%j is refused', (wanted) => {
  expect(sameOriginPath(wanted, HERE)).toBeUndefined()
})
