import { describe, expect, test } from 'vitest'
import { isPublicAddress, lookUpPublicAddress } from '#server/platform/dns/public-addresses.ts'
import { postWebhook } from '#server/people/webhook-deliveries/post-webhook.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

describe('a webhook’s target address', () => {
  test.each([
    '93.184.216.34',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('may be %s', (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    'not an address',
    '',
  ])('may not be %s', (address) => expect(isPublicAddress(address)).toBe(false))

  test('is never this machine, by number or name, in any URL form', async () => {
    const receiver = await startWebhookReceiver()
    const { port } = new URL(receiver.url)
    const names = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0', 'localhost']
    for (const name of names) {
      const posted = await postWebhook(
        `http://${name}:${port}/`,
        { headers: {}, body: '{}' },
        { isLocal: false },
      )
      expect([name, posted]).toMatchObject([
        name,
        { status: null, body: null, error: expect.stringMatching(/(?:is not|isn’t) public/) },
      ])
    }
    expect(receiver.received).toEqual([])
    await receiver.close()
  })

  test('is checked at connection time: no socket gets a local address', async () => {
    const found = await new Promise((resolve) => {
      lookUpPublicAddress('localhost', { all: true }, (error, addresses) => resolve([error?.name, addresses]))
    })
    expect(found).toEqual(['PrivateAddress', ''])
  })
})
