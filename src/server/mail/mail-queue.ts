import { sql, type Kysely } from 'kysely'
import { fromKysely, PgBoss, type Db, type Job } from 'pg-boss'
import type { Context } from '../context.ts'
import type { Database } from '../db/tables.ts'
import { markDead, takeUnqueued } from './mail-rows.ts'

const QUEUE = 'mail'
const DEAD = 'mail_dead'
const BATCH = 200
/** Any number, as long as nothing else uses it: "mails" in ASCII. */
const SETUP_LOCK = 0x6d_61_69_6c_73

/** From half a minute to an hour between two attempts, with jitter: most of a day in all. */
const ATTEMPTS = {
  retryLimit: 24,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Longer than a mail server is given to answer: whoever has been at it for longer has died.
  expireInSeconds: 180,
  deleteAfterSeconds: 3600,
  deadLetter: DEAD,
}

export type MailJob = Job<{ mailId: string }>

/** The jobs that send mails, kept by pg-boss in the schema `pgboss` of the same database, over our own pool. */
export interface MailQueue {
  /** Makes the schema and the queues where they are missing. */
  open: () => Promise<void>
  /** Moves mails from the outbox into the queue, job and mark in one transaction. Returns how many. */
  relay: () => Promise<number>
  /** Takes jobs that are due; each goes to one of all nodes. */
  take: (count: number) => Promise<MailJob[]>
  finish: (job: MailJob) => Promise<void>
  /** Due again later, or dead when that was the last attempt. */
  postpone: (job: MailJob, reason: string) => Promise<void>
  /** Writes down which mails every attempt has failed for. */
  bury: () => Promise<void>
  close: () => Promise<void>
}

export function createMailQueue({ db, log, clock }: Pick<Context, 'db' | 'log' | 'clock'>): MailQueue {
  // Nothing is scheduled, nothing flows from job to job: what remains is a look at jobs whose taker has died.
  const boss = new PgBoss({
    db: overPool(db),
    schema: 'pgboss',
    schedule: false,
    superviseIntervalSeconds: 60,
    queueCacheIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The queue of mails has trouble'))
  const relayBatch = (): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const mailIds = await takeUnqueued(trx, { now: new Date(clock.now()), limit: BATCH })
      if (mailIds.length === 0) return 0
      const jobs = mailIds.map((mailId) => ({ data: { mailId }, ...ATTEMPTS }))
      await boss.insert(QUEUE, jobs, { db: fromKysely(trx) })
      return mailIds.length
    })
  return {
    open: () =>
      // One node at a time: pg-boss makes its schema in a transaction that two must not run at once.
      db.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(${SETUP_LOCK})`.execute(connection)
        try {
          await boss.start()
          await boss.createQueue(DEAD)
          await boss.createQueue(QUEUE, { deadLetter: DEAD })
        } finally {
          await sql`select pg_advisory_unlock(${SETUP_LOCK})`.execute(connection)
        }
      }),
    relay: async () => {
      let relayed = 0
      for (;;) {
        const count = await relayBatch()
        relayed += count
        if (count < BATCH) return relayed
      }
    },
    take: (count) => boss.fetch<{ mailId: string }>(QUEUE, { batchSize: count }),
    finish: async (job) => void (await boss.complete(QUEUE, job)),
    postpone: async (job, reason) => void (await boss.fail(QUEUE, job, { reason })),
    bury: async () => {
      const dead = await boss.fetch<{ mailId: string }>(DEAD, { batchSize: BATCH })
      for (const job of dead) {
        await markDead(db, job.data.mailId, new Date(clock.now()))
        await boss.complete(DEAD, job)
      }
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/**
 * Our pool as pg-boss's. It sends transactions of its own as one text, `begin` to `commit`: one that breaks in between would
 * leave its connection in a transaction that is over, and the next to borrow it could do nothing with it.
 */
const overPool = (db: Kysely<Database>): Db => ({
  executeSql: (text, values) =>
    values && values.length > 0
      ? fromKysely(db).executeSql(text, values)
      : db.connection().execute(async (connection) => {
          try {
            return await fromKysely(connection).executeSql(text)
          } catch (error) {
            await sql`rollback`.execute(connection)
            throw error
          }
        }),
})
