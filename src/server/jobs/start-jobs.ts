import type { Clock, Context } from '../context.ts'
import { encryptPlaintext } from '../encryption/encrypt-secrets.ts'
import type { PostOffice } from '../mail/post-office.ts'
import { carryOutCancellations } from './carry-out-cancellations.ts'
import { cleanAccounts } from './clean-accounts.ts'
import { deliverSandboxEvents } from './deliver-sandbox-events.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { dropForgottenUploads } from './drop-forgotten-uploads.ts'
import { fillSearch } from './fill-order-search.ts'
import { forgetWebhookEvents } from './forget-webhook-events.ts'
import { processWaitingEvents } from './process-waiting-events.ts'
import { recheckDomains } from './recheck-domains.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { foldReports } from '../reports/fold-reports.ts'
import { sendPayouts } from './send-payouts.ts'
import { sweepHolds } from './sweep-holds.ts'
import { tellChanges, tellLateBuyers } from './tell-changes.ts'

/** Notices say at once what changed (`http/keep-fresh.ts`); this is for the ones that got lost. */
const RELOAD_EVERY_MS = 30_000
const CLEAN_EVERY_MS = 60_000
const TIDY_EVERY_MS = 3_600_000

type Jobs = Record<string, () => Promise<unknown>>

/** Runs every job in turn, and again after the interval, until stopped. A job that fails is logged and tried next round. */
export function startJobs(
  context: Context,
  post: Pick<PostOffice, 'look'> | undefined,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const jobs = {
    'sweep holds': () => sweepHolds(context),
    'deliver sandbox events': () => deliverSandboxEvents(context),
    'process waiting events': () => processWaitingEvents(context),
    'reconcile payments': () => reconcilePayments(context),
    'send payouts': () => sendPayouts(context),
    // It sends beside this loop: a mail server that is slow holds nothing else up.
    'look for mails': async () => post?.look(),
    'clean accounts': every(CLEAN_EVERY_MS, context.clock, () => cleanAccounts(context)),
    'reload sites': every(RELOAD_EVERY_MS, context.clock, () => context.sites.reload()),
  }
  // Beside the others: DNS servers that are silent, a storage and promoters' programs that are, hold nothing else up.
  const lookUps = { 'recheck domains': () => recheckDomains(context) }
  const deliveries = { 'deliver webhooks': () => deliverWebhooks(context, stopped.signal) }
  // An event of many thousand orders is many thousand refunds.
  const cancelling = { 'carry out cancellations': () => carryOutCancellations(context, stopped.signal) }
  const telling = {
    'tell changes': () => tellChanges(context, stopped.signal),
    'tell late buyers': every(CLEAN_EVERY_MS, context.clock, () => tellLateBuyers(context)),
  }
  // After a move of many orders it has minutes to do.
  const searching = { 'fill order search': () => fillSearch(context, stopped.signal) }
  const tidying = {
    // Nodes of a version before encryption may have written some while they were being replaced.
    'encrypt secrets': every(TIDY_EVERY_MS, context.clock, () => encryptPlaintext(context)),
    'forget webhook events': every(TIDY_EVERY_MS, context.clock, () => forgetWebhookEvents(context)),
    'drop forgotten uploads': every(TIDY_EVERY_MS, context.clock, () =>
      dropForgottenUploads(context, stopped.signal),
    ),
  }
  // What reports add up, and what they wait for.
  const reports = {
    'write visits': () => context.visits.flush(),
    'fold reports': () => foldReports(context),
  }
  const running = Promise.all(
    [jobs, lookUps, deliveries, cancelling, telling, searching, tidying, reports].map((each) =>
      repeat(context, each, stopped.signal),
    ),
  )
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}

/** For what needs no more than one round in many. What fails is due again at once, as is everything when the clock was set back. */
function every(milliseconds: number, clock: Clock, run: () => Promise<unknown>): () => Promise<void> {
  let ranAt = clock.now()
  return async () => {
    if (Math.abs(clock.now() - ranAt) < milliseconds) return
    await run()
    ranAt = clock.now()
  }
}

async function repeat(context: Context, jobs: Jobs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const [name, run] of Object.entries(jobs)) {
      await run().catch((error: unknown) => context.log.error({ err: error, job: name }, 'A job failed'))
    }
    await pause(context.config.SWEEP_INTERVAL_MS, signal)
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
