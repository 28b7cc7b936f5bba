import { fromKysely, PgBoss, type Db as QueueDatabase, type Job } from 'pg-boss'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/platform/db/query.ts'
import { markMailFailed, claimUnqueuedMails } from '#server/platform/outbox/mail-rows.ts'
import { lockMailQueueSetup, rollBack } from './mail-queue-rows.ts'

const QUEUE = 'mail'
const DEAD = 'mail_dead'
const BATCH = 200

/** Retries are 30 seconds to one hour apart, with jitter, for most of a day. */
const ATTEMPTS = {
  retryLimit: 24,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3600,
  // A job expires after longer than the mail server's timeout. If it takes longer, its process has died.
  expireInSeconds: 180,
  deleteAfterSeconds: 3600,
  deadLetter: DEAD,
}

export type MailJob = Job<{ mailId: string }>

/** Queue of emails in pg-boss (schema `pgboss` of the same database), on the application's connection pool. */
export interface MailQueue {
  open: () => Promise<void>
  /** Moves emails from the outbox to the queue and marks them, in one transaction. Returns the number of moved emails. */
  relay: () => Promise<number>
  take: (count: number) => Promise<MailJob[]>
  finish: (job: MailJob) => Promise<void>
  /** Schedules a retry, except after the last attempt. */
  postpone: (job: MailJob, reason: string) => Promise<void>
  recordDead: () => Promise<void>
  close: () => Promise<void>
}

export function createMailQueue({ db, log, clock }: Pick<Context, 'db' | 'log' | 'clock'>): MailQueue {
  // Of pg-boss's supervision, only the monitoring of jobs whose process died is used, without schedules and job dependencies.
  const boss = new PgBoss({
    db: overPool(db),
    schema: 'pgboss',
    schedule: false,
    superviseIntervalSeconds: 60,
    queueCacheIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The mail queue failed'))
  const relayBatch = (): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const mailIds = await claimUnqueuedMails(trx, { now: new Date(clock.now()), limit: BATCH })
      if (mailIds.length === 0) return 0
      const jobs = mailIds.map((mailId) => ({ data: { mailId }, ...ATTEMPTS }))
      await boss.insert(QUEUE, jobs, { db: fromKysely(trx) })
      return mailIds.length
    })
  return {
    open: () =>
      // One node at a time: pg-boss creates its schema in a transaction that must not run concurrently.
      db.transaction().execute(async (trx) => {
        await lockMailQueueSetup(trx)
        await boss.start()
        await boss.createQueue(DEAD)
        await boss.createQueue(QUEUE, { deadLetter: DEAD })
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
    recordDead: async () => {
      const dead = await boss.fetch<{ mailId: string }>(DEAD, { batchSize: BATCH })
      for (const job of dead) {
        await markMailFailed(db, job.data.mailId, new Date(clock.now()))
        await boss.complete(DEAD, job)
      }
    },
    close: () => boss.stop({ graceful: false }),
  }
}

/**
 * Runs pg-boss's statements on the pool. pg-boss sends a whole transaction as one text. After an error in it, rolls
 * back, because the connection would otherwise return to the pool in an aborted transaction.
 */
const overPool = (db: Db): QueueDatabase => ({
  executeSql: (text, values) =>
    values && values.length > 0
      ? fromKysely(db).executeSql(text, values)
      : db.connection().execute(async (connection) => {
          try {
            return await fromKysely(connection).executeSql(text)
          } catch (error) {
            await rollBack(connection)
            throw error
          }
        }),
})
