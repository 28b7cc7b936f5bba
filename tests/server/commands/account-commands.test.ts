import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemClock, type Context } from '#server/context.ts'
import { createContext } from '#server/create-context.ts'
import { insertAccount, insertSession } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { TEST_ENCRYPTION_KEY } from '#tests/support/encryption.ts'
import { silentLog } from '#tests/support/log.ts'
import { runFoyer } from '#tests/support/owners.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let context: Context
beforeAll(async () => {
  database = await createTestDatabase()
  context = await createContext({
    config: readConfig({ FOYER_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }),
    db: database.db,
    connection: database.address,
    log: silentLog(),
    clock: systemClock,
  })
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

const run = (...args: string[]) => {
  const { host, port, user, database: name } = database.address
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  return runFoyer(['accounts', ...args], { DATABASE_URL })
}
const isSignedIn = async (token: string): Promise<boolean> =>
  (await authenticate(context, { bearer: token, origin: 'http://aurora.localhost' })).success

test('end-sessions signs out one account everywhere, or everyone', async () => {
  const ada = await insertAccount(context, 'ada@example.com')
  const [phone, laptop] = [await insertSession(context, ada), await insertSession(context, ada)]
  const other = await insertSession(context, await insertAccount(context, 'bo@example.com'))

  const two = { code: 0, out: '2 sessions were ended.\n', err: '' }
  expect(await run('end-sessions', 'Ada@Example.com')).toEqual(two)
  expect(await Promise.all([phone, laptop, other].map(isSignedIn))).toEqual([false, false, true])
  expect(await run('end-sessions', 'Ada@Example.com')).toEqual({ ...two, out: '0 sessions were ended.\n' })
  const err = 'There is no account with the address nobody@example.com.\n'
  expect(await run('end-sessions', 'nobody@example.com')).toEqual({ code: 1, out: '', err })

  expect(await run('end-sessions', '--all')).toEqual({ ...two, out: '1 session was ended.\n' })
  expect(await isSignedIn(other)).toBe(false)
})

test.each([
  [[]],
  [['end-sessions']],
  [['end-sessions', 'ada@example.com', 'bo@example.com']],
  [['delete', 'x']],
])('%j prints the usage', async (args) => {
  const err = 'Use one of: end-sessions <email address>, end-sessions --all.\n'
  expect(await run(...args)).toEqual({ code: 1, out: '', err })
})
