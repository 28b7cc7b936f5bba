import { argon2, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Cost parameters of argon2id. `memory` is in KiB. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}

export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const derive = promisify(argon2)

/** Hashes with argon2id in PHC format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return write(cost, { salt, tag: await tagOf(password, { ...cost, salt, length: TAG_BYTES }) })
}

export async function isPasswordCorrect(password: string, hash: string): Promise<boolean> {
  const { tag, ...given } = read(hash)
  return timingSafeEqual(tag, await tagOf(password, { ...given, length: tag.length }))
}

export const isHashOutdated = (hash: string, cost: PasswordCost): boolean => !hash.startsWith(prefixOf(cost))

/** Fingerprint of a stored hash, used to detect a changed password. */
export const passwordFingerprint = (hash: string): string => digest('sha256', hash, 'base64url')

/** Random hash that matches no password. Checking it takes the same time as checking a real one. */
export const dummyPasswordHash = (cost: PasswordCost): string =>
  write(cost, { salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) })

const tagOf = (
  password: string,
  { salt, length, ...cost }: PasswordCost & { salt: Buffer; length: number },
): Promise<Buffer> =>
  // Normalised, because keyboards produce different Unicode forms.
  derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: length, ...cost })

const prefixOf = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

const write = (cost: PasswordCost, { salt, tag }: { salt: Buffer; tag: Buffer }): string =>
  `${prefixOf(cost)}${encode(salt)}$${encode(tag)}`

const encode = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function read(hash: string): PasswordCost & { salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt, tag] = FORMAT.exec(hash) ?? []
  if (salt === undefined || tag === undefined) throw new Error('A stored password hash is malformed.')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
