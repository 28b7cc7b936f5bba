import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import PostalMime from 'postal-mime'
import { systemClock } from '#server/context.ts'
import { createMailer } from '#server/messages/delivery/create-mailer.ts'
import { MailRefused, type Mailer, type OutgoingMail } from '#server/messages/delivery/mailer.ts'
import { checkSmtp } from '#server/messages/delivery/smtp-mailer.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { hasExim, startExim, type Exim } from '#tests/support/exim.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MAIL: OutgoingMail = {
  mailId: '0d2f7d9e-7c1b-4a0c-9a3d-222222222222',
  from: { name: 'Aurora Nächte, Berlin', address: 'tickets@mail.example' },
  to: 'ada@example.com',
  replyTo: 'hello@aurora.example',
  subject: 'Your tickets for Winter Light — doors at eight o’clock in the evening, in the Great Hall',
  html: `<p>Eight o’clock. ${'A long line without a break. '.repeat(60)}</p>`,
  text: '.A line that begins with a dot\nEight o’clock',
  attachments: [
    { filename: 'tickets.pdf', contentType: 'application/pdf', content: Buffer.alloc(200_000, 0xa5) },
  ],
  unsubscribeUrl: 'https://aurora.example/unwanted-mail/token',
}

let exim: Exim
let mailer: Mailer | undefined

beforeEach(async ({ skip }) => {
  skip(!hasExim, 'Exim is not installed (apt-get install exim4-daemon-light)')
  exim = await startExim()
  const config = readConfig({
    SMTP_URL: exim.url,
    MAIL_FROM: 'tickets@mail.example',
    MAIN_HOSTS: 'tickets.example',
  })
  // Only the mailbox uses the database.
  mailer = createMailer({ config, db: {} as Kysely<Database>, clock: systemClock })
})
afterEach(() => exim?.stop())

test('Exim takes an email, with headers that it can parse, and delivers what was sent', async () => {
  expect(await checkSmtp(exim.url, false)).toBeUndefined()
  await mailer?.send(MAIL)
  const [raw = ''] = await waitFor(() => {
    const inbox = exim.inbox()
    expect(inbox).toHaveLength(1)
    return inbox
  })
  expect(raw).toContain('(helo=tickets.example)')
  const mail = await PostalMime.parse(raw)
  expect(mail.from).toEqual(MAIL.from)
  expect(mail.to).toEqual([{ name: '', address: MAIL.to }])
  expect([mail.subject, mail.html?.trim()]).toEqual([MAIL.subject, MAIL.html])
  expect(mail.text?.trim()).toBe(MAIL.text)
  expect(mail.messageId).toBe(`<${MAIL.mailId}@mail.example>`)
  const [attachment] = mail.attachments
  expect([attachment?.filename, attachment?.content]).toEqual([
    'tickets.pdf',
    new Uint8Array(MAIL.attachments?.[0]?.content ?? []).buffer,
  ])
})

test('a refusal of Exim is final, with its reason', async () => {
  const refused = await mailer?.send({ ...MAIL, to: 'ada@full.example' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MailRefused)
  expect(String(refused)).toContain('552 5.2.2 Mailbox full')
  expect(exim.inbox()).toEqual([])
})
