import { randomBytes } from 'node:crypto'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { PairingCode } from '#contracts/console/door/devices.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { toBase32 } from '#model/sales/door/base32.ts'
import { PAIRING_CODE_MS, formatPairingCode } from '#model/sales/door/pairings.ts'
import { hashToken } from '#server/people/emails/random-token.ts'

export interface NewPairingCode {
  shown: string
  hash: Buffer
  expiresAt: Date
}

export function newPairingCode(now: Date): NewPairingCode {
  const code = toBase32(randomBytes(5))
  return {
    shown: formatPairingCode(code),
    hash: hashToken(code),
    expiresAt: new Date(now.getTime() + PAIRING_CODE_MS),
  }
}

/** Returns the code with a link to the host on which the member is signed in. */
export function viewPairingCode({ shown, expiresAt }: NewPairingCode, origin: string): PairingCode {
  const link = `${origin}${portalUrls.pairing(shown)}`
  const qr = generate(link)
  return { code: shown, expiresAt: expiresAt.toISOString(), link, qr: { path: toSvgPath(qr), size: qr.size } }
}
