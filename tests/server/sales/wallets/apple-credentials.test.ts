import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { readAppleCredentials } from '#server/sales/wallets/apple/apple-credentials.ts'
import {
  createAppleCertificates,
  hasOpenssl,
  type AppleCertificates,
} from '#tests/support/apple-certificates.ts'

describe.skipIf(!hasOpenssl)('settings of Apple Wallet (skipped without openssl)', () => {
  let certificates: AppleCertificates

  beforeAll(() => {
    certificates = createAppleCertificates()
  })
  afterAll(() => certificates.remove())

  const read = (given: Record<string, string>) => readAppleCredentials(readConfig(given))

  it('may be absent', async () => {
    expect(await read({})).toBeUndefined()
  })

  it('are refused at the start when they don’t fit together', async () => {
    const right = {
      APPLE_WALLET_PASS_TYPE: certificates.passType,
      APPLE_WALLET_TEAM: certificates.team,
      APPLE_WALLET_CERTIFICATE_FILE: certificates.certificate,
      APPLE_WALLET_KEY_FILE: certificates.key,
      APPLE_WALLET_ISSUER_FILE: certificates.issuer,
    }
    await expect(read(right)).resolves.toMatchObject({ passType: certificates.passType })
    const { APPLE_WALLET_TEAM: _, ...without } = right
    expect(() => readConfig(without)).toThrow('APPLE_WALLET_TEAM')
    const wrong: [Record<string, string>, RegExp][] = [
      [{ APPLE_WALLET_KEY_FILE: '/nowhere' }, /The file in APPLE_WALLET_KEY_FILE/],
      [{ APPLE_WALLET_KEY_FILE: certificates.issuer }, /private RSA key/],
      [{ APPLE_WALLET_KEY_FILE: certificates.key.replace('signer', 'root') }, /is not the key/],
      [{ APPLE_WALLET_ISSUER_FILE: certificates.root }, /was not issued/],
      [{ APPLE_WALLET_PASS_TYPE: 'pass.other' }, /is not for the pass type/],
      [{ APPLE_WALLET_TEAM: 'ZZZZZZZZZZ' }, /of team ZZZZZZZZZZ/],
    ]
    for (const [change, message] of wrong)
      await expect(read({ ...right, ...change })).rejects.toThrow(message)
  })
})
