import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendSettlements } from '#server/jobs/settlements/send-settlements.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { FAILING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { openTestPost } from '#tests/support/post.ts'
import { hear, openSeller } from '#tests/support/sellers.ts'
import { openSettlementShop, type SettlementShop } from '#tests/support/settlements.ts'

let fixture: SettlementShop
let server: MailServer
let post: MailDispatcher
beforeEach(async () => {
  fixture = await openSettlementShop()
  server = await openMailServer()
  post = openTestPost(fixture.shop.context, server.url)
  await fixture.sellTickets(2)
})
afterEach(async () => {
  await post.close()
  await server.close()
  await fixture.shop.close()
})

/** Emails about payouts, as recipient and subject. */
async function arrived(): Promise<{ to: string; subject: string; text: string }[]> {
  await post.deliver()
  return server.arrived
    .filter(({ mail }) => String(mail.subject).includes('Aurora'))
    .map(({ to, mail }) => ({ to: String(to), subject: String(mail.subject), text: String(mail.text) }))
    .filter(
      ({ subject, text }) =>
        text.includes('/promoter/settlements') && !subject.startsWith('The payout settings '),
    )
}

async function settle(bankAccount?: string): Promise<void> {
  await fixture.openAccount(bankAccount)
  await fixture.endEvent()
  await fixture.request()
  await sendSettlements(fixture.shop.context)
  await hear(fixture.shop)
  await hear(fixture.shop)
}

test('all owners are emailed when a payout is sent and paid', async () => {
  const second = await openSeller(fixture.shop, 'owner')
  await openSeller(fixture.shop, 'manager')
  await settle()
  const mails = await arrived()
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [fixture.owner.email, fixture.owner.email, second.email, second.email].toSorted(),
  )
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set(['€50.00 is on its way to Aurora', '€50.00 has been paid to Aurora']),
  )
  expect(mails[0]?.text).toContain('/promoter/settlements')
})

test('owners are emailed why a payout failed, or was cancelled', async () => {
  await settle(FAILING_TEST_ACCOUNT)
  const failed = (await arrived()).find(({ subject }) => subject.endsWith('failed'))
  expect(failed?.subject).toBe('The payout of €50.00 to Aurora failed')
  expect(failed?.text).toContain('The bank account is closed.')
  const { data } = await fixture.request()
  await fixture.operate('POST', `/api/operator/settlements/${data.settlement.id}/cancel`, {
    body: { reason: 'Please confirm your bank account first.' },
  })
  const cancelled = (await arrived()).find(({ subject }) => subject.endsWith('cancelled'))
  expect(cancelled?.text).toContain('Please confirm your bank account first.')
})

test('webhooks are notified of paid and failed payouts', async () => {
  const body = { url: 'http://127.0.0.1:9/', events: ['settlement.paid', 'settlement.failed'] }
  expect((await fixture.owner.ask('POST', '/api/promoter/webhooks', { body })).success).toBe(true)
  await settle(FAILING_TEST_ACCOUNT)
  const { rows } =
    await sql`select type, data ->> 'status' as status, data ->> 'amountCents' as cents from webhook_events`.execute(
      fixture.shop.context.db,
    )
  expect(rows).toEqual([{ type: 'settlement.failed', status: 'failed', cents: '5000' }])
})
