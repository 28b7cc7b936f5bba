import type { Context } from '../context.ts'
import { createMailQueue, type MailJob, type MailQueue } from './mail-queue.ts'
import { forgetOldMails, hasUnqueuedMails, markDead, noteFailure } from './mail-rows.ts'
import { MailRefused, type Mailer } from './mailer.ts'
import { forgetOldReports } from './unwanted-rows.ts'
import { sendMail } from './send-mail.ts'

/** How many mails are sent at once; each keeps a connection to the database for as long as the mail server takes. */
const LANES = 4
/** How often attempts that are due again are looked for. What is new rings. */
const POLL_MS = 10_000
const FORGET_MS = 3_600_000
const FORGOTTEN_AT_ONCE = 1000

export interface PostOffice {
  /** Begins to deliver. */
  open: () => void
  /** There may be new mails. */
  ring: () => void
  /** Rings when there are some, or when it is time to look for attempts that are due again. For the jobs. */
  look: () => Promise<void>
  /** Moves new mails into the queue and works until nothing in it is due. */
  deliver: () => Promise<void>
  /** Lets mails that are on their way arrive. */
  close: () => Promise<void>
}

/**
 * Between the outbox and the way out: what is written there is sent by one of all nodes, and tried again until it is taken or
 * given up on. `port` is where links to this machine lead.
 */
export function createPostOffice(context: Context, way: { mailer: Mailer; port: number }): PostOffice {
  const queue = createMailQueue(context)
  const now = (): number => context.clock.now()
  let isClosing = false
  let opened: Promise<void> | undefined
  let lookedAt = -Infinity
  let forgotAt = -Infinity
  const deliver = async (): Promise<void> => {
    lookedAt = now()
    await (opened ??= queue.open().catch((error: unknown) => {
      // A queue that could not be set up is tried again.
      opened = undefined
      throw error
    }))
    await queue.relay()
    const jobs = await queue.take(LANES)
    await Promise.all(jobs.map(work))
    await queue.bury()
    if (now() - forgotAt < FORGET_MS) return
    forgotAt = now()
    await forgetOldMails(context.db, { now: new Date(now()), limit: FORGOTTEN_AT_ONCE })
    await forgetOldReports(context.db, new Date(now()))
  }
  const work = async (first: MailJob): Promise<void> => {
    for (let job: MailJob | undefined = first; job;) {
      await handle(context, queue, { job, ...way })
      // What breaks here breaks the next delivery too, and is told there: the other lanes finish first.
      const next: MailJob[] = isClosing ? [] : await queue.take(1).catch(() => [])
      job = next[0]
    }
  }
  const bell = createBell(() =>
    deliver().catch((error: unknown) => context.log.error({ err: error }, 'Mails could not be delivered')),
  )
  return {
    open: bell.open,
    ring: bell.ring,
    look: async () => {
      if (now() - lookedAt >= POLL_MS || (await hasUnqueuedMails(context.db))) bell.ring()
    },
    deliver,
    close: async () => {
      isClosing = true
      await bell.close()
      await queue.close()
    },
  }
}

/** Runs `work` after a ring, one at a time; whoever rings while it runs has it run once more. */
function createBell(work: () => Promise<void>): {
  open: () => void
  ring: () => void
  close: () => Promise<void>
} {
  let isOpen = false
  let isRung = false
  let working: Promise<void> | undefined
  const run = async (): Promise<void> => {
    while (isRung && isOpen) {
      isRung = false
      await work()
    }
    working = undefined
  }
  const ring = (): void => {
    isRung = true
    if (isOpen) working ??= run()
  }
  return {
    open: () => {
      isOpen = true
      ring()
    },
    ring,
    close: async () => {
      isOpen = false
      await working
    },
  }
}

/** Sends what a job asks for, and says what became of it. A job that is left without a word is due again when its time is over. */
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
      context.log.error({ err: worse, mailId }, 'A mail’s failure could not be written down'),
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
  await noteFailure(db, { mailId, reason })
  if (!(error instanceof MailRefused)) return queue.postpone(job, reason)
  await markDead(db, mailId, new Date(clock.now()))
  await queue.finish(job)
}
