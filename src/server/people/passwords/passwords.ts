import { fail } from '#contracts/platform/errors.ts'
import { isPersonalPassword, trimToLetters, type PersonalData } from '#model/people/accounts.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { createConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts'
import {
  dummyPasswordHash,
  hashPassword,
  isHashOutdated,
  isPasswordCorrect,
  PASSWORD_COST,
  type PasswordCost,
} from './password-hash.ts'

/**
 * Hashes and checks passwords with limited concurrency, because each hash uses a core for 30 ms and 19 MB of memory.
 * RATE_LIMITED when the queue is full.
 */
export interface Passwords {
  hash: (password: string) => Promise<Result<string, 'RATE_LIMITED'>>
  matches: (password: string, hash: string) => Promise<Result<boolean, 'RATE_LIMITED'>>
  isOutdated: (hash: string) => boolean
  dummyHash: () => string
  /** Returns why the password can't be used. `path`: name of the field. */
  refuse: (
    password: string,
    about: { path: string; person: PersonalData },
  ) => Promise<Failure<'VALIDATION_ERROR'> | undefined>
}

/** Two of the four threads of Node's thread pool. Files and DNS use the others. */
const AT_ONCE = 2
/** Maximum length of the queue: about one second of work. */
const WAITING = 64

interface Options {
  cost?: PasswordCost
  atOnce?: number
  waiting?: number
}

export function createPasswords(options: Options = {}): Passwords {
  const { cost = PASSWORD_COST, atOnce = AT_ONCE, waiting = WAITING } = options
  const turns = createConcurrencyLimiter({ atOnce, maxWaiting: waiting })
  const inTurn = async <T>(work: () => Promise<T>): Promise<Result<T, 'RATE_LIMITED'>> => {
    const done = await turns.run(work)
    return done === 'too many' ? fail('RATE_LIMITED', { retryAfterSeconds: 2 }) : succeed(done)
  }
  return {
    hash: (password) => inTurn(() => hashPassword(password, cost)),
    matches: (password, hash) => inTurn(() => isPasswordCorrect(password, hash)),
    isOutdated: (hash) => isHashOutdated(hash, cost),
    dummyHash: () => dummyPasswordHash(cost),
    refuse: async (password, { path, person }) => {
      const words = await (commonPasswords ??= loadCommonPasswords())
      const isCommon = words.has(password.toLowerCase()) || words.has(trimToLetters(password))
      const message = isCommon
        ? 'This password is too common. Choose another.'
        : isPersonalPassword(password, person)
          ? 'Choose a password that is not your name or email address, nor this site’s name.'
          : undefined
      return message === undefined ? undefined : fail('VALIDATION_ERROR', [{ path, message }])
    },
  }
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/**
 * Loads 49,000 common passwords, including short ones that people extend with digits. This takes 22 ms and several
 * megabytes, so it is done only when a password is chosen.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))
}
