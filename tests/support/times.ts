import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashPassword } from '#server/people/passwords/password-hash.ts'
import type { Database } from '#server/platform/db/tables.ts'
import type { Ask } from './ask.ts'
import { newAddress, PASSWORD } from './people.ts'

type Who = 'its owner' | 'unverified' | 'nobody'

/** Calls that must not reveal, by response or time, whether an address is known. */
const CALLS = {
  login: {
    path: '/api/auth/customer/login',
    body: (email: string) => ({ email, password: 'not the password' }),
  },
  register: {
    path: '/api/public/auth/customer/register',
    body: (email: string) => ({ email, firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD }),
  },
  reset: {
    path: '/api/public/auth/customer/reset-password',
    body: (email: string) => ({ email }),
  },
  resend: {
    path: '/api/public/auth/customer/resend-verification',
    body: (email: string) => ({ email }),
  },
} as const

export interface Times {
  call: string
  of: Record<Who, number[]>
}

/** Times calls for each kind of address in turn, so that the machine's load affects all alike. */
export async function timeCalls(on: { ask: Ask; db: Kysely<Database> }, tries: number): Promise<Times[]> {
  const all: Times[] = []
  for (const [call, { path, body }] of Object.entries(CALLS)) {
    const emails = await insertPeople(on.db, tries + WARM_UP)
    const time = async (email: string): Promise<number> => {
      const startedAt = performance.now()
      await on.ask('POST', path, { body: body(email), address: newAddress() })
      return performance.now() - startedAt
    }
    const of: Times['of'] = { 'its owner': [], unverified: [], nobody: [] }
    for (let index = 0; index < tries + WARM_UP; index += 1)
      for (const who of inTurn(index)) of[who].push(await time(emails[who][index] ?? ''))
    for (const values of Object.values(of)) values.splice(0, WARM_UP)
    all.push({ call, of })
  }
  return all
}

const WARM_UP = 3

/** Rotates the order. */
const inTurn = (index: number): Who[] => {
  const all: Who[] = ['its owner', 'unverified', 'nobody']
  const at = index % all.length
  return [...all.slice(at), ...all.slice(0, at)]
}

async function insertPeople(db: Kysely<Database>, count: number): Promise<Record<Who, string[]>> {
  const password_hash = await hashPassword(PASSWORD)
  const emails = (who: string): string[] =>
    Array.from({ length: count }, () => `${who}.${randomUUID()}@example.com`)
  const now = new Date()
  const insert = async (list: string[], email_verified_at: Date | null): Promise<string[]> => {
    const shared = {
      password_hash,
      first_name: 'Ada',
      last_name: 'Lovelace',
      created_at: now,
      updated_at: now,
    }
    await db
      .insertInto('accounts')
      .values(list.map((email) => ({ ...shared, email, email_verified_at })))
      .execute()
    return list
  }
  return {
    'its owner': await insert(emails('owner'), now),
    unverified: await insert(emails('guest'), null),
    nobody: emails('nobody'),
  }
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0
