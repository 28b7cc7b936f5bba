import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'

/** Creates and verifies the tokens in passes, with which devices prove that they have the pass. */
export interface PassTokens {
  sign: (serial: string) => string
  isSigned: (serial: string, token: string) => boolean
}

export function createPassTokens(keys: readonly [AuthKey, ...AuthKey[]]): PassTokens {
  const signature = ({ secret }: AuthKey, serial: string): Buffer =>
    createHmac('sha256', secret).update('wallet_pass ').update(serial).digest()
  return {
    sign: (serial) => signature(keys[0], serial).toString('base64url'),
    isSigned: (serial, token) => {
      const given = Buffer.from(token, 'base64url')
      return keys.some((key) => {
        const right = signature(key, serial)
        return right.length === given.length && timingSafeEqual(right, given)
      })
    },
  }
}
