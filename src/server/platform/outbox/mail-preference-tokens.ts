import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'

/** Signed tokens for the link that reports an email as unwanted. `read` returns the email's id. */
export interface MailPreferenceTokens {
  sign: (mailId: string) => string
  read: (token: string) => string | undefined
}

const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const TOKEN = /^[\w-]{43}$/

export function createMailPreferenceTokens(keys: readonly [AuthKey, ...AuthKey[]]): MailPreferenceTokens {
  const signature = ({ secret }: AuthKey, id: Buffer): Buffer =>
    createHmac('sha256', secret).update('unwanted_mail ').update(id).digest().subarray(0, SIGNATURE_BYTES)
  return {
    sign: (mailId) => {
      const id = Buffer.from(mailId.replaceAll('-', ''), 'hex')
      return Buffer.concat([id, signature(keys[0], id)]).toString('base64url')
    },
    read: (token) => {
      if (!TOKEN.test(token)) return undefined
      const bytes = Buffer.from(token, 'base64url')
      const [id, given] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
      return keys.some((key) => timingSafeEqual(signature(key, id), given)) ? uuidOf(id) : undefined
    },
  }
}

const uuidOf = (id: Buffer): string =>
  id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
