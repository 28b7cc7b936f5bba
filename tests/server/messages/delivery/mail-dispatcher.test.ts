import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { listDeadMailRows, requeueDeadMails, writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { openMailServer, refusal, type MailServer, type Mood } from '#tests/support/mail-server.ts'
import { endTheWait, insertAccount, leaveOneAttempt, openTestPost, readOutbox } from '#tests/support/post.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let server: MailServer
let post: MailDispatcher
let accountId: string

beforeEach(async () => {
  shop = await openShop()
  server = await openMailServer()
  post = openTestPost(shop.context, server.url)
  accountId = await insertAccount(shop.context.db, { email: 'ada@example.com', isVerified: true })
})
afterEach(async () => {
  await post.close()
  await server.close()
  await shop.close()
})

const fact = (name: string): MailFact => ({
  kind: 'password_changed',
  fact: name,
  payload: { accountId },
  origin: 'http://localhost:4321',
  promoterId: null,
})
const write = (...names: string[]): Promise<void> =>
  writeMails(shop.context.db, names.map(fact), new Date(shop.clock.now()))
const outbox = () => readOutbox(shop.context.db)

describe('the outbox', () => {
  test('sends a fact once, however often it is written', async () => {
    await write('one')
    await write('one', 'two')
    await post.deliver()
    await write('one')
    await post.deliver()
    expect(server.arrived.map(({ to }) => to)).toEqual(['ada@example.com', 'ada@example.com'])
    expect(await outbox()).toEqual({
      one: { done: true, dead: false, to: 'ada@example.com', lastError: null },
      two: { done: true, dead: false, to: 'ada@example.com', lastError: null },
    })
  })

  test('sends nothing of a rolled-back transaction', async () => {
    const work = shop.context.db.transaction().execute(async (trx) => {
      await writeMails(trx, [fact('undone')], new Date(shop.clock.now()))
      throw new Error('The fact did not come about.')
    })
    await expect(work).rejects.toThrow('did not come about')
    await post.deliver()
    expect(server.arrived).toEqual([])
  })

  test('two nodes send each email once, also in a database without a queue', async () => {
    await sql`drop schema pgboss cascade`.execute(shop.context.db)
    const other = openTestPost(shop.context, server.url)
    const names = Array.from({ length: 40 }, (_, index) => `fact ${index}`)
    await Promise.all([write(...names.slice(0, 20)), write(...names.slice(20))])
    // Each node delivers once at a time: its lanes hold a connection each, and composing takes another of the same pool.
    await Promise.all([post.deliver(), other.deliver()])
    await post.deliver()
    await other.close()
    expect(server.arrived).toHaveLength(40)
    expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(40)
  })

  test('is triggered by writes and by the jobs', async () => {
    const arrived = Promise.withResolvers<void>()
    server.moods.onMessage = () => {
      arrived.resolve()
      return undefined
    }
    post.open()
    await write('told')
    await post.poll()
    await arrived.promise
    await post.close()
    expect((await outbox())['told']?.done).toBe(true)
  })

  test('an email without a recipient is done', async () => {
    await shop.context.db.deleteFrom('accounts').execute()
    await write('gone')
    await post.deliver()
    expect(server.arrived).toEqual([])
    expect(await outbox()).toEqual({ gone: { done: true, dead: false, to: null, lastError: null } })
  })

  test('takes over from a node that died during a job', async () => {
    await write('orphan')
    const boss = new PgBoss({ db: fromKysely(shop.context.db), schema: 'pgboss', schedule: false })
    server.moods.onMessage = () => refusal(451, 'later')
    await post.deliver()
    await endTheWait(shop.context.db)
    await boss.start()
    expect(await boss.fetch('mail')).toHaveLength(1)
    delete server.moods.onMessage
    await post.deliver()
    expect(server.arrived).toEqual([])
    await sql`update pgboss.job set started_on = now() - interval '1 hour' where state = 'active'`.execute(
      shop.context.db,
    )
    await boss.supervise('mail')
    await endTheWait(shop.context.db)
    await post.deliver()
    await boss.stop({ graceful: false })
    expect(server.arrived).toHaveLength(1)
  })
})

const hangUp = (socket: Socket): 'silence' => {
  socket.destroy()
  return 'silence'
}

describe('a mail server that', () => {
  test.each<[trouble: string, mood: Mood, then: { reason: RegExp; silenceMs?: number }]>([
    ['is busy with the recipient', { onRecipient: () => refusal(450, 'mailbox busy') }, { reason: /450/ }],
    ['is busy with the message', { onMessage: () => refusal(451, 'try later') }, { reason: /451/ }],
    ['shuts down', { onMessage: () => refusal(421, 'shutting down') }, { reason: /421/ }],
    ['hangs up in the middle of the message', { onMessage: hangUp }, { reason: /closed|ECONN|socket/i }],
    ['says nothing more', { onMessage: () => 'silence' }, { reason: /timeout/i, silenceMs: 400 }],
  ])('%s gets each email once, later', async (_trouble, mood, { reason, silenceMs }) => {
    const first = openTestPost(shop.context, server.url, { silenceMs })
    Object.assign(server.moods, mood)
    await write('a', 'b')
    await first.deliver()
    await first.close()
    const failed = await outbox()
    expect(server.arrived).toEqual([])
    for (const name of ['a', 'b']) {
      expect(failed[name]).toMatchObject({ done: false, dead: false })
      expect(failed[name]?.lastError).toMatch(reason)
    }
    // Not before the retry is due.
    await post.deliver()
    expect(server.arrived).toEqual([])
    delete server.moods.onMessage
    delete server.moods.onRecipient
    await endTheWait(shop.context.db)
    await post.deliver()
    expect(server.arrived).toHaveLength(2)
    const done = { done: true, dead: false, to: 'ada@example.com', lastError: null }
    expect(await outbox()).toEqual({ a: done, b: done })
  })

  test('is down gets the email once it is back, from any node', async () => {
    const away = openTestPost(shop.context, 'smtp://127.0.0.1:1')
    await write('a')
    await away.deliver()
    await away.close()
    expect((await outbox())['a']?.lastError).toMatch(/ECONNREFUSED/)
    await endTheWait(shop.context.db)
    await post.deliver()
    expect(server.arrived).toHaveLength(1)
  })

  test('can’t prove who it is gets nothing', async () => {
    // smtp-server's own self-signed certificate.
    const impostor = await openMailServer({ secure: true })
    const deceived = openTestPost(shop.context, impostor.url)
    await write('a')
    await deceived.deliver()
    await deceived.close()
    expect(impostor.arrived).toEqual([])
    await impostor.close()
    expect((await outbox())['a']?.lastError).toMatch(/certificate/i)
    await endTheWait(shop.context.db)
    await post.deliver()
    expect(server.arrived).toHaveLength(1)
  })

  /** Returns what a server that requires a password receives, with or without TLS. */
  async function tellPassword(parts: { withTls: boolean; query?: string; allowsClearText?: boolean }) {
    const { withTls, query = '', allowsClearText = false } = parts
    const heard: string[] = []
    const asking = await openMailServer({
      authOptional: false,
      disabledCommands: withTls ? [] : ['STARTTLS'],
      onAuth: (_auth, session, done) => {
        heard.push(session.secure ? 'over TLS' : 'in clear text')
        done(null, { user: 'user' })
      },
    })
    const url = `${asking.url.replace('//', '//user:secret@')}/${query}`
    const sender = openTestPost(shop.context, url, { allowsClearText })
    await write('a')
    await sender.deliver()
    await sender.close()
    await asking.close()
    const { a } = await outbox()
    return { heard, isDone: a?.done, isDead: a?.dead, error: a?.lastError }
  }
  const refused = { heard: [], isDone: false, isDead: false, error: expect.stringMatching(/TLS/) }
  const anyCertificate = 'tls.rejectUnauthorized=false'

  test.each([
    ['has no TLS', { withTls: false }, refused],
    ['has no TLS, whatever its address says', { withTls: false, query: '?ignoreTLS=true' }, refused],
    ['has TLS', { withTls: true, query: `?${anyCertificate}` }, { heard: ['over TLS'], isDone: true }],
    [
      'has TLS that its address would leave out',
      { withTls: true, query: `?ignoreTLS=true&${anyCertificate}` },
      { heard: ['over TLS'], isDone: true },
    ],
    [
      'has no TLS, where the setting allows that,',
      { withTls: false, allowsClearText: true },
      { heard: ['in clear text'] },
    ],
  ])('%s gets a password over TLS, or not at all', async (_, parts, told) => {
    expect(await tellPassword(parts)).toMatchObject(told)
  })

  test('rejects us, not the recipient (535), gets the email later', async () => {
    const strict = await openMailServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(refusal(535, 'wrong password')),
    })
    const url = strict.url.replace('//', '//user:wrong@')
    const locked = openTestPost(shop.context, url, { allowsClearText: true })
    await write('a')
    await locked.deliver()
    await locked.close()
    await strict.close()
    expect(await outbox()).toMatchObject({ a: { done: false, dead: false } })
  })

  test('rejects the recipient (550) gets it only after a replay', async () => {
    server.moods.onRecipient = () => refusal(550, 'no such mailbox')
    await write('a')
    await post.deliver()
    await endTheWait(shop.context.db)
    await post.deliver()
    const dead = await listDeadMailRows(shop.context.db)
    expect(dead).toMatchObject([{ fact: 'a', lastError: expect.stringMatching(/550/) }])
    delete server.moods.onRecipient
    await post.deliver()
    expect(server.arrived).toEqual([])
    expect(await requeueDeadMails(shop.context.db, 'no such mail')).toBe(0)
    expect(await requeueDeadMails(shop.context.db, dead[0]?.id)).toBe(1)
    await post.deliver()
    expect(server.arrived).toHaveLength(1)
    expect(await listDeadMailRows(shop.context.db)).toEqual([])
    expect(await requeueDeadMails(shop.context.db)).toBe(0)
  })

  test('fails every attempt leaves a failed email, which can be replayed', async () => {
    server.moods.onMessage = () => refusal(451, 'not today')
    await write('a')
    await post.deliver()
    expect(await listDeadMailRows(shop.context.db)).toEqual([])
    await leaveOneAttempt(shop.context.db)
    await post.deliver()
    expect(await listDeadMailRows(shop.context.db)).toMatchObject([{ fact: 'a' }])
    delete server.moods.onMessage
    expect(await requeueDeadMails(shop.context.db)).toBe(1)
    await post.deliver()
    await post.deliver()
    expect(server.arrived).toHaveLength(1)
  })

  test('accepts an email whose sender dies gets a recognisable duplicate', async () => {
    await write('a')
    await post.deliver()
    // State when the commit was lost.
    await sql`update mails set done_at = null, queued_at = null`.execute(shop.context.db)
    await post.deliver()
    const [first, second] = server.arrived
    expect(second?.mail.messageId).toBe(first?.mail.messageId)
  })
})
