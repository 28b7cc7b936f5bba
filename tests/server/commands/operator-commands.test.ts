import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '#tests/support/post.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { runFoyer } from '#tests/support/owners.ts'
import { inTurn } from '#tests/support/sample.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (...args: string[]) => {
  const { host, port, user, database: name } = database.address
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  return runFoyer(['operator', ...args], { DATABASE_URL })
}
const refused = (err: string) => ({ code: 1, out: '', err: `${err}\n` })
const said = (out: string) => ({ code: 0, out: `${out}\n`, err: '' })

test('operators are listed, added and removed, but never the last one', async () => {
  const { db } = database
  await insertAccount(db, { email: 'ada@example.com', isVerified: true })
  await insertAccount(db, { email: 'bo@example.com', isVerified: true })
  await insertAccount(db, { email: 'new@example.com', isVerified: false })
  expect(await run('list')).toEqual(
    said('There is no operator yet. The next start prints a link that adds the first one.'),
  )
  const added = said('ada@example.com is an operator now. Operators need a second factor: /account/security.')
  expect(await run('add', 'Ada@example.com')).toEqual(added)
  expect(await run('add', 'ada@example.com')).toEqual(said('ada@example.com is already an operator.'))
  expect((await run('list')).out).toMatch(
    /^ada@example\.com {2}.* {2}since \d{4}-\d\d-\d\d {2}no second factor yet: has no access\n$/,
  )
  expect(await run('add', 'new@example.com')).toEqual(
    refused('No account has verified the address new@example.com. Register it on the main site first.'),
  )
  expect(await run('remove', 'ada@example.com')).toEqual(
    refused('This is the only operator. Add another one first.'),
  )
  expect(await run('remove', 'bo@example.com')).toEqual(refused('bo@example.com is not an operator.'))
  await run('add', 'bo@example.com')
  expect(await run('remove', 'ada@example.com')).toEqual(said('ada@example.com is not an operator any more.'))
  const log = await db.selectFrom('operator_log').select(['action', 'account_id']).orderBy('id').execute()
  expect(log).toEqual([
    { action: 'operator.added', account_id: null },
    { action: 'operator.added', account_id: null },
    { action: 'operator.removed', account_id: null },
  ])
})

const MISUSES = [['grant'], ['add', 'a@example.com', 'b@example.com'], [], ['add'], ['list', 'all']]

test.each(inTurn(MISUSES, 0, 2).map((args) => [args]))('prints usage for %j', async (args) => {
  expect(await run(...args)).toEqual(
    refused('Use one of: list, add <email address>, remove <email address>.'),
  )
})
