import { expect, test } from 'vitest'
import { clientNetworkOf, surroundingNetworkOf } from '#server/people/sessions/limits.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::FFFF:c000:207', '192.0.2.7', '192.0.2.0/24'],
  ['2001:DB8:1:2:3::4', '2001:db8:1:2', '2001:db8:1::/48'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0::/48'],
  ['::1', '0:0:0:0', '0:0:0::/48'],
])('%s is counted as client %s in network %s', (address, network, prefix) => {
  expect(clientNetworkOf(address)).toBe(network)
  expect(surroundingNetworkOf(address)).toBe(prefix)
})

test('a forwarded address that is none is a client of its own', () => {
  expect(clientNetworkOf('unknown')).toBe('unknown')
})
