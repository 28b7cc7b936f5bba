import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readStatus } from '#server/reports/health/read-status.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** As on a full disk: existing rows can be changed, but no table grows. */
const FILL = `
  create function refuse_table() returns event_trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
  create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_table();
  create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
  create trigger full_disk before insert on accounts for each row execute function refuse_row()`

const EMPTY = `
  drop event trigger full_disk;
  drop trigger full_disk on accounts`

const WORKING = { pages: 'working', sales: 'working', payments: 'working', emails: 'working' }
const PAUSED = { pages: 'working', sales: 'paused', payments: 'paused', emails: 'delayed' }

test('a database whose disk is full isn’t ready, and pauses sales, from the first refused row until there is room', async () => {
  const door = await openFrontDoor()
  const { context } = door
  const ready = async () => {
    const { status, text } = await door.send({ path: '/readyz' })
    return [status, text]
  }
  const register = (email: string) =>
    fetch(`http://127.0.0.1:${door.port}/api/public/auth/customer/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        password: 'correct horse battery',
        firstName: 'Ada',
        lastName: 'Lovelace',
      }),
    })
  await sql.raw(FILL).execute(context.db)
  expect(await ready()).toEqual([200, 'ready\n'])

  expect((await register('bo@example.com')).status).toBe(503)
  await waitFor(async () => expect(await ready()).toEqual([503, 'full\n']))
  expect(await readStatus(context)).toEqual(PAUSED)
  expect(context.writeAccess.isReadOnly()).toBe(true)
  expect((await door.send({ path: '/readyz/pages' })).status).toBe(200)

  await sql.raw(EMPTY).execute(context.db)
  await waitFor(() => expect(context.writeAccess.isReadOnly()).toBe(false))
  expect(await ready()).toEqual([200, 'ready\n'])
  expect(await readStatus(context)).toEqual(WORKING)
  expect((await register('cy@example.com')).status).toBe(201)
  await door.close()
})
