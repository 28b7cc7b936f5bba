import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { hasMailbox, isFromThisMachine } from '#server/messages/delivery/mailbox-access.ts'

const OWN_DATABASE = 'postgres://db/foyer'

describe('the mailbox', () => {
  test.each<[expected: boolean, environment: Record<string, string>]>([
    [true, {}],
    [true, { MAILBOX: 'on', DATABASE_URL: OWN_DATABASE }],
    [false, { DATABASE_URL: OWN_DATABASE }],
    [false, { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example' }],
    [false, { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example', MAILBOX: 'on' }],
    [false, { MAIN_HOSTS: 'localhost,tickets.example', MAILBOX: 'on' }],
    [false, { MAIN_HOSTS: 'localhost.example' }],
    [false, { MAIN_HOSTS: 'aurora.localhost' }],
  ])('exists: %j with %j', (expected, environment) => {
    expect(hasMailbox(readConfig(environment))).toBe(expected)
  })

  test.each<[expected: boolean, from: { host: string; address: string; isForwarded: boolean }]>([
    [true, { host: 'localhost', address: '127.0.0.1', isForwarded: false }],
    [true, { host: '[::1]', address: '::1', isForwarded: false }],
    [true, { host: '127.0.0.1', address: '127.0.0.2', isForwarded: false }],
    [false, { host: 'localhost', address: '127.0.0.1', isForwarded: true }],
    [false, { host: 'localhost', address: '192.168.1.7', isForwarded: false }],
    [false, { host: 'localhost', address: '', isForwarded: false }],
    [false, { host: 'aurora.localhost', address: '127.0.0.1', isForwarded: false }],
    [false, { host: '127.0.0.1.example', address: '127.0.0.1', isForwarded: false }],
  ])('is open: %j for %j', (expected, from) => {
    expect(isFromThisMachine(from)).toBe(expected)
  })
})
