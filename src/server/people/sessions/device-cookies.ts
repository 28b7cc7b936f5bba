import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DEVICE_COOKIE } from '#contracts/platform/cookies.ts'
import type { Client, SetCookie } from '#server/use-case.ts'
import type { AuthKey } from '#server/platform/encryption/auth-key-rows.ts'

/**
 * Recognises browsers in which an account has signed in. The cookie contains a random name that is signed per
 * account.
 */
export interface DeviceCookies {
  find: (client: Pick<Client, 'cookies'>, accountId: string) => string | undefined
  remember: (client: Pick<Client, 'cookies'>, accountId: string) => SetCookie
}

const MAX_ACCOUNTS = 5
const YEAR_SECONDS = 365 * 86_400

export function createDeviceCookies(keys: readonly [AuthKey, ...AuthKey[]]): DeviceCookies {
  const signaturesOf = (name: string, accountId: string): string[] =>
    keys.map(({ secret }) =>
      createHmac('sha256', secret).update(`${DEVICE_COOKIE} ${name} ${accountId}`).digest('base64url'),
    )
  return {
    find: (client, accountId) => {
      const { name, signatures } = read(client)
      const expected = signaturesOf(name, accountId)
      return signatures.some((given) => expected.some((each) => isSame(each, given))) ? name : undefined
    },
    remember: (client, accountId) => {
      const found = read(client)
      const name = found.name || randomBytes(16).toString('base64url')
      const own = signaturesOf(name, accountId)
      const others = found.signatures.filter((given) => !own.includes(given))
      const value = [name, ...own.slice(0, 1), ...others.slice(0, MAX_ACCOUNTS - 1)].join('.')
      return { name: DEVICE_COOKIE, value, maxAgeSeconds: YEAR_SECONDS }
    },
  }
}

const FORMAT = /^[\w-]{22}(\.[\w-]{43}){1,5}$/

function read({ cookies }: Pick<Client, 'cookies'>): { name: string; signatures: string[] } {
  const value = cookies[DEVICE_COOKIE] ?? ''
  const [name = '', ...signatures] = FORMAT.test(value) ? value.split('.') : []
  return { name, signatures }
}

/** Compares in constant time. The format of the cookie ensures equal lengths. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))
