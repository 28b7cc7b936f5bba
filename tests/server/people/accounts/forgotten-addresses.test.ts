import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMailer } from '#server/messages/delivery/create-mailer.ts'
import { createMailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { openConsoleFixture } from '#tests/support/console.ts'
import { newEmail, openCustomer, PASSWORD } from '#tests/support/people.ts'

test('a deleted account’s address is in no table, including invitations, emails and the mailbox', async () => {
  const shop = await openConsoleFixture()
  const { db } = shop.context
  const mailer = createMailer(shop.context)
  if (!mailer) throw new Error('The shop has no mailbox.')
  const post = createMailDispatcher(shop.context, { mailer, port: 4321 })
  const whereItIs = async (text: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
    const found: string[] = []
    for (const { name } of rows) {
      const hits =
        await sql`select from ${sql.table(name)} t where strpos(to_jsonb(t)::text, ${text}) > 0 limit 1`.execute(
          db,
        )
      if (hits.rows.length > 0) found.push(name)
    }
    return found
  }
  const email = newEmail()
  const customer = await openCustomer(shop, { email })
  for (let round = 0; round < 2; round += 1) {
    const invited = await shop.owner.ask<{ invitation: { id: string } }>(
      'POST',
      '/api/promoter/invitations',
      {
        body: { email, role: 'door' },
      },
    )
    expect(invited.status).toBe(201)
    const { id } = invited.data.invitation
    await post.deliver()
    // Revoked, so that it isn't deleted with the account.
    await shop.owner.ask('DELETE', `/api/promoter/invitations/${id}`)
  }
  expect(await whereItIs(email)).toEqual(
    expect.arrayContaining(['accounts', 'invitations', 'mailbox', 'mails']),
  )
  const gone = await customer.ask('DELETE', '/api/auth/customer/me', { body: { password: PASSWORD } })
  expect(gone.status).toBe(200)
  expect(await whereItIs(email)).toEqual([])
  await post.close()
  await shop.close()
})
