import { fail } from '#contracts/errors.ts'
import { isAboutPerson, withoutEnds, type PersonWords } from '#model/people/accounts.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import { createTurns } from '#server/platform/limits/turns.ts'
import { hashPassword, isPassword } from './password-hash.ts'

/** Hashes and checks passwords with limited concurrency: each takes a core for 30 ms and 19 MB. RATE_LIMITED when the queue is full. */
export interface Passwords {
  hash: (password: string) => Promise<Result<string, 'RATE_LIMITED'>>
  matches: (password: string, hash: string) => Promise<Result<boolean, 'RATE_LIMITED'>>
  /** Returns why the password can't be chosen; `path`: name of the field. */
  refuse: (
    password: string,
    about: { path: string; person: PersonWords },
  ) => Promise<Failure<'VALIDATION_ERROR'> | undefined>
}

/** Two of the four threads of Node's thread pool; files and DNS use the others. */
const AT_ONCE = 2
/** About one second of work. */
const WAITING = 64

export function createPasswords(limits: { atOnce: number; waiting: number } = DEFAULT_LIMITS): Passwords {
  const turns = createTurns({ atOnce: limits.atOnce, mostWaiting: limits.waiting })
  const inTurn = async <T>(work: () => Promise<T>): Promise<Result<T, 'RATE_LIMITED'>> => {
    const done = await turns.run(work)
    return done === 'too many' ? fail('RATE_LIMITED', { retryAfterSeconds: 2 }) : succeed(done)
  }
  let common: Promise<ReadonlySet<string>> | undefined
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    matches: (password, hash) => inTurn(() => isPassword(password, hash)),
    refuse: async (password, { path, person }) => {
      common ??= loadCommonPasswords()
      const words = await common
      const isCommon = words.has(password.toLowerCase()) || words.has(withoutEnds(password))
      const message = isCommon
        ? 'This is one of the passwords that are tried first. Choose another.'
        : isAboutPerson(password, person)
          ? 'Choose a password that is not your name or e-mail address, nor this site’s name.'
          : undefined
      return message === undefined ? undefined : fail('VALIDATION_ERROR', [{ path, message }])
    },
  }
}

const DEFAULT_LIMITS = { atOnce: AT_ONCE, waiting: WAITING }

/**
 * 49,000 passwords, including short ones that people extend with digits. Takes 22 ms and several megabytes, so it is loaded only when a
 * password is chosen.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))
}
