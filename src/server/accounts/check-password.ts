import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { fail } from '#contracts/errors.ts'
import type { Failure } from '#model/result.ts'
import type { Context } from '../context.ts'
import type { Limit } from '../http/rate-limits.ts'
import type { Client } from '../use-case.ts'
import { findPasswordHash } from './password-rows.ts'

/** Of whoever is signed in already, on one account. */
const TRIES: Limit = { name: 'password-check', points: 10, seconds: 900 }

const derive = promisify(argon2)

/** Whether whoever is signed in knows the account's password: asked before anything that guards the account changes. */
export async function checkPassword(
  context: Context,
  { accountId, password }: { accountId: string; password: string; client: Client },
): Promise<Failure<'PASSWORD_WRONG' | 'RATE_LIMITED'> | undefined> {
  const limited = await context.limits.take(TRIES, accountId)
  if (limited) return limited
  const stored = await findPasswordHash(context.db, accountId)
  if (stored === undefined || !(await isRight(password, stored))) return fail('PASSWORD_WRONG')
  await context.limits.clear(TRIES, accountId)
  return undefined
}

/** Against a PHC string of argon2id. */
async function isRight(password: string, stored: string): Promise<boolean> {
  const [, , , numbers = '', salt = '', tag = ''] = stored.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = numbers.split(',').map((each) => Number(each.slice(2)))
  const expected = Buffer.from(tag, 'base64')
  const parameters: Argon2Parameters = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  }
  return timingSafeEqual(await derive('argon2id', parameters), expected)
}
