import { createVerify, generateKeyPairSync, hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/context.ts'
import { readConfig, WrongSetting } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/tables.ts'
import { createMailer } from '#server/messages/delivery/create-mailer.ts'
import type { OutgoingMail } from '#server/messages/delivery/mailer.ts'
import { openMailServer, type MailServer } from '#tests/support/mail-server.ts'

const MAIL: OutgoingMail = {
  mailId: '0d2f7d9e-7c1b-4a0c-9a3d-111111111111',
  from: { name: 'Aurora Nächte', address: 'tickets@mail.example' },
  to: 'ada@example.com',
  replyTo: 'hello@aurora.example',
  subject: 'Your tickets for Winter Light, doors at eight o’clock in the evening',
  html: '<p>Eight</p>',
  text: 'Eight  o’clock \n\n',
  unsubscribeUrl: 'https://aurora.example/unwanted-mail/token',
}

let server: MailServer
let greetings: string[]
let folder: string

beforeEach(async () => {
  greetings = []
  folder = mkdtempSync(join(tmpdir(), 'foyer-dkim-'))
  server = await openMailServer({
    onMailFrom: (_address, session, done) => {
      greetings.push(session.hostNameAppearsAs)
      done()
    },
  })
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

// Only the mailbox uses the database.
const db = {} as Kysely<Database>

const mailerWith = (environment: Record<string, string>) =>
  createMailer({
    config: readConfig({ SMTP_URL: server.url, MAIL_FROM: 'tickets@mail.example', ...environment }),
    db,
    clock: systemClock,
  })

test('EHLO has the main site’s public name', async () => {
  await mailerWith({ MAIN_HOSTS: 'localhost,127.0.0.1,[::1],tickets.example,www.example' })?.send(MAIL)
  expect(greetings).toEqual(['tickets.example'])
})

test('without a public name, EHLO has the machine’s', async () => {
  await mailerWith({ MAIN_HOSTS: 'localhost,127.0.0.1,foyer.localhost' })?.send(MAIL)
  expect(greetings).toHaveLength(1)
  expect(greetings[0]).not.toMatch(/localhost/)
})

test('emails are signed with the DKIM key, also the headers of one-click unsubscribe', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(folder, 'dkim.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await mailerWith({ DKIM_SELECTOR: 'foyer', DKIM_PRIVATE_KEY_FILE: file })?.send(MAIL)
  const { tags, signedText, bodyHash } = readSignature(server.arrived[0]?.raw ?? '')
  expect(tags).toMatchObject({
    a: 'rsa-sha256',
    c: 'relaxed/relaxed',
    d: 'mail.example',
    s: 'foyer',
    bh: bodyHash,
  })
  expect(tags['h']?.split(':')).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
  const verify = createVerify('sha256').update(signedText, 'latin1')
  expect(verify.verify(publicKey, tags['b'] ?? '', 'base64')).toBe(true)
})

test('without DKIM settings, emails aren’t signed', async () => {
  await mailerWith({})?.send(MAIL)
  expect(server.arrived[0]?.raw).not.toContain('DKIM-Signature')
})

test('a file without an RSA key is refused', () => {
  const file = join(folder, 'dkim.pem')
  const open = () => mailerWith({ DKIM_SELECTOR: 'foyer', DKIM_PRIVATE_KEY_FILE: file })
  expect(open).toThrow(WrongSetting)
  writeFileSync(file, 'no key')
  expect(open).toThrow(/^DKIM_PRIVATE_KEY_FILE can’t be used: /)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  expect(open).toThrow('DKIM_PRIVATE_KEY_FILE has no RSA key.')
})

/** Reads the signature, and what it covers in the relaxed canonical form (RFC 6376, section 3.4). */
function readSignature(raw: string): { tags: Record<string, string>; signedText: string; bodyHash: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const named = (name: string): string =>
    headers.find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? `${name}:`
  const relaxed = (line: string): string => {
    const colon = line.indexOf(':')
    const value = line.slice(colon + 1).replaceAll('\r\n', '')
    return `${line.slice(0, colon).toLowerCase()}:${value.replaceAll(/[ \t]+/g, ' ').trim()}`
  }
  const signature = relaxed(named('dkim-signature'))
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag): [string, string] => {
        const equals = tag.indexOf('=')
        return [tag.slice(0, equals).trim(), tag.slice(equals + 1).replaceAll(' ', '')]
      }),
  )
  const covered = (tags['h'] ?? '').split(':').map((name) => `${relaxed(named(name))}\r\n`)
  const body = raw
    .slice(end + 4)
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(' \r\n', '\r\n')
  return {
    tags,
    signedText: covered.join('') + signature.replace(/ b=[^;]*$/, ' b='),
    bodyHash: hash('sha256', `${body.trimEnd()}\r\n`, 'base64'),
  }
}
