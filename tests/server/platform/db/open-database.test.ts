import { inject, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { DatabaseUnusable, openDatabase } from '#server/platform/db/open-database.ts'
import { TEMPLATE } from '#tests/support/postgres.ts'
import { silentLog } from '#tests/support/log.ts'

const open = (url: string) =>
  openDatabase(readConfig({ DATABASE_URL: url }), silentLog(), { exclusive: true })

test('DATABASE_URL is used instead of the embedded server', async () => {
  const { host, user } = inject('postgres')
  const database = await open(`postgres://${user}@${encodeURIComponent(host)}/${TEMPLATE}`)
  expect(await database.db.selectFrom('promoters').select('id').execute()).toEqual([])
  await database.close()
})

test('an unreachable DATABASE_URL is refused with a message, without the password', async () => {
  const refusal = await open('postgres://foyer:secret@127.0.0.1:1/foyer').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DatabaseUnusable)
  expect(String(refusal)).toBe(
    "DatabaseUnusable: The database that DATABASE_URL names can't be used: connect ECONNREFUSED 127.0.0.1:1",
  )
})

test('a DATABASE_URL without its database is refused with a message', async () => {
  const { host, user } = inject('postgres')
  await expect(open(`postgres://${user}@${encodeURIComponent(host)}/no_such_database`)).rejects.toThrow(
    'The database that DATABASE_URL names can\'t be used: database "no_such_database" does not exist',
  )
})
