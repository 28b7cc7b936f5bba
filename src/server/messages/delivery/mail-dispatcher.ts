import type { Context } from '#server/context.ts'
import { createMailQueue, type MailJob, type MailQueue } from './mail-queue.ts'
import {
  deleteOldMails,
  hasUnqueuedMails,
  markMailFailed,
  recordMailFailure,
} from '#server/platform/outbox/mail-rows.ts'
import { MailRefused, type Mailer } from './mailer.ts'
import { deleteOldMailReports } from './unsubscription-rows.ts'
import { sendMail } from './send-mail.ts'

/** Maximum number of emails sent at the same time. Each holds a database connection until the mail server responds. */
const MAX_CONCURRENT_MAILS = 4
/** Interval of checks for due retries in milliseconds. New emails are sent after `wake`. */
const POLL_MS = 10_000
const FORGET_MS = 3_600_000
const FORGOTTEN_AT_ONCE = 1000

export interface MailDispatcher {
  open: () => void
  wake: () => void
  /** Called regularly by a job. Starts sending if there are new emails or due retries. Sometimes deletes old emails. */
  poll: () => Promise<void>
  deliver: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Creates the dispatcher that sends queued emails. Only one node sends an email, with retries until it is accepted or fails
 * permanently. `port`: port in links to this machine.
 */
export function createMailDispatcher(
  context: Context,
  delivery: { mailer: Mailer; port: number },
): MailDispatcher {
  const queue = createMailQueue(context)
  const now = (): number => context.clock.now()
  let isClosing = false
  let opened: Promise<void> | undefined
  let polledAt = -Infinity
  let forgotAt = -Infinity
  const deliver = async (): Promise<void> => {
    polledAt = now()
    await (opened ??= queue.open().catch((error: unknown) => {
      // The next delivery tries to open the queue again.
      opened = undefined
      throw error
    }))
    await queue.relay()
    const jobs = await queue.take(MAX_CONCURRENT_MAILS)
    await Promise.all(jobs.map(work))
    await queue.recordDead()
    if (now() - forgotAt < FORGET_MS) return
    forgotAt = now()
    await deleteOldMails(context.db, { now: new Date(now()), limit: FORGOTTEN_AT_ONCE })
    await deleteOldMailReports(context.db, new Date(now()))
  }
  const work = async (first: MailJob): Promise<void> => {
    for (let job: MailJob | undefined = first; job;) {
      await handle(context, queue, { job, ...delivery })
      // On an error, this loop ends. The next delivery gets the same error and reports it.
      const next: MailJob[] = isClosing ? [] : await queue.take(1).catch(() => [])
      job = next[0]
    }
  }
  const waker = createWaker(() =>
    deliver().catch((error: unknown) => context.log.error({ err: error }, 'Mails could not be delivered')),
  )
  return {
    open: waker.open,
    wake: waker.wake,
    poll: async () => {
      if (now() - polledAt >= POLL_MS || (await hasUnqueuedMails(context.db))) waker.wake()
    },
    deliver,
    close: async () => {
      isClosing = true
      await waker.close()
      await queue.close()
    },
  }
}

/** Runs `work` after each `wake`, one run at a time. A `wake` during a run starts another run after it. */
function createWaker(work: () => Promise<void>): {
  open: () => void
  wake: () => void
  close: () => Promise<void>
} {
  let isOpen = false
  let isWoken = false
  let working: Promise<void> | undefined
  const run = async (): Promise<void> => {
    while (isWoken && isOpen) {
      isWoken = false
      await work()
    }
    working = undefined
  }
  const wake = (): void => {
    isWoken = true
    if (isOpen) working ??= run()
  }
  return {
    open: () => {
      isOpen = true
      wake()
    },
    wake,
    close: async () => {
      isOpen = false
      await working
    },
  }
}

/** Sends the email of a job and records the result. A job without a result becomes due again when it expires. */
async function handle(
  context: Context,
  queue: MailQueue,
  task: { job: MailJob; mailer: Mailer; port: number },
): Promise<void> {
  const { job, mailer, port } = task
  const { mailId } = job.data
  try {
    await sendMail(context, { mailId, mailer, port })
    await queue.finish(job)
  } catch (error) {
    context.log.warn({ err: error, mailId }, 'A mail was not sent')
    await afterFailure(context, queue, { job, error }).catch((worse: unknown) =>
      context.log.error({ err: worse, mailId }, 'The failure of a mail could not be stored'),
    )
  }
}

async function afterFailure(
  { db, clock }: Context,
  queue: MailQueue,
  failure: { job: MailJob; error: unknown },
): Promise<void> {
  const { job, error } = failure
  const { mailId } = job.data
  const reason = error instanceof Error ? error.message : String(error)
  await recordMailFailure(db, { mailId, reason })
  if (!(error instanceof MailRefused)) return queue.postpone(job, reason)
  await markMailFailed(db, mailId, new Date(clock.now()))
  await queue.finish(job)
}
