import type { Clock, Context } from '#server/context.ts'
import { encryptPlaintext } from '#server/platform/encryption/encrypt-secrets.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
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
import { foldReports } from '#server/reports/reports/fold-reports.ts'
import { sendPayouts } from './send-payouts.ts'
import { sweepHolds } from './sweep-holds.ts'
import { sendChangeNotifications, notifyLateBuyers } from './send-change-notifications.ts'

/** Fallback for lost notifications; usually changes arrive at once (`http/pages/keep-fresh.ts`). */
const RELOAD_EVERY_MS = 30_000
const CLEAN_EVERY_MS = 60_000
const TIDY_EVERY_MS = 3_600_000

type Jobs = Record<string, () => Promise<unknown>>

/** Runs every job repeatedly with an interval until stopped. A failed job is logged and retried in the next run. */
export function startJobs(
  context: Context,
  post: Pick<MailDispatcher, 'look'> | undefined,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const jobs = {
    'sweep holds': () => sweepHolds(context),
    'deliver sandbox events': () => deliverSandboxEvents(context),
    'process waiting events': () => processWaitingEvents(context),
    'reconcile payments': () => reconcilePayments(context),
    'send payouts': () => sendPayouts(context),
    // Sends outside this loop, so that a slow mail server delays nothing else.
    'look for mails': async () => post?.look(),
    'clean accounts': every(CLEAN_EVERY_MS, context.clock, () => cleanAccounts(context)),
    'reload sites': every(RELOAD_EVERY_MS, context.clock, () => context.sites.reload()),
  }
  // In loops of their own, so that slow DNS servers, storage or webhook endpoints delay nothing else.
  const lookUps = { 'recheck domains': () => recheckDomains(context) }
  const deliveries = { 'deliver webhooks': () => deliverWebhooks(context, stopped.signal) }
  // A large event can have thousands of refunds.
  const cancelling = { 'carry out cancellations': () => carryOutCancellations(context, stopped.signal) }
  const telling = {
    'tell changes': () => sendChangeNotifications(context, stopped.signal),
    'tell late buyers': every(CLEAN_EVERY_MS, context.clock, () => notifyLateBuyers(context)),
  }
  // Takes minutes after a bulk change of orders.
  const searching = { 'fill order search': () => fillSearch(context, stopped.signal) }
  const tidying = {
    // During a deployment, nodes of a version before encryption may have written plaintext.
    'encrypt secrets': every(TIDY_EVERY_MS, context.clock, () => encryptPlaintext(context)),
    'forget webhook events': every(TIDY_EVERY_MS, context.clock, () => forgetWebhookEvents(context)),
    'drop forgotten uploads': every(TIDY_EVERY_MS, context.clock, () =>
      dropForgottenUploads(context, stopped.signal),
    ),
  }
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

/** Runs at most once per interval. A failed run is due again at once, and so is everything when the clock was set back. */
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
