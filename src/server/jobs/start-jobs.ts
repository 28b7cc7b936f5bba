import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Context } from '#server/context.ts'
import { encryptPlaintext } from '#server/platform/encryption/encrypt-secrets.ts'
import type { MailDispatcher } from '#server/messages/delivery/mail-dispatcher.ts'
import { carryOutCancellations } from './carry-out-cancellations.ts'
import { deleteExpiredAccountData } from './delete-expired-account-data.ts'
import { deliverSandboxEvents } from './deliver-sandbox-events.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { deleteUnusedUploads } from './delete-unused-uploads.ts'
import { fillEventNames } from '#server/catalog/search/event-search-rows.ts'
import { fillOrderSearchTexts } from './fill-order-search.ts'
import { deleteWebhookEvents } from './delete-webhook-events.ts'
import { processWaitingEvents } from './process-waiting-events.ts'
import { recheckDomains } from './recheck-domains.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { addPendingReports } from '#server/reports/reports/add-pending-reports.ts'
import { describeErrorMessage } from '#server/platform/log-serializers.ts'
import { deleteNode } from '#server/platform/health/node-rows.ts'
import { writeHeartbeat } from '#server/platform/health/write-heartbeat.ts'
import { removeDueFactors } from '#server/people/factor-removals/remove-due-factors.ts'
import { deleteUnusedPasses, updateWallets } from '#server/sales/wallets/update-wallets.ts'
import { sendShownCodes } from './notifications/send-shown-codes.ts'
import { sendPayouts } from './send-payouts.ts'
import { sendSettlements } from './settlements/send-settlements.ts'
import { settlePromoters } from './settlements/settle-promoters.ts'
import { addToBalanceTotals } from '#server/money/balances/add-to-balance-totals.ts'
import { createFeeInvoices } from '#server/money/fee-invoices/create-fee-invoices.ts'
import { syncPaymentDomains } from '#server/money/payment-domains/sync-payment-domains.ts'
import { deliverVouchers } from '#server/sales/voucher-sales/deliver-vouchers.ts'
import { expireVouchers } from '#server/sales/vouchers/expire-vouchers.ts'
import { sweepHolds } from './sweep-holds.ts'
import { sendChangeNotifications, notifyLateBuyers } from './notifications/send-change-notifications.ts'

/**
 * Interval at which hosts and settings are reloaded, in case a database notification was lost
 * (`http/page-cache/listen-for-changes.ts`).
 */
const RELOAD_EVERY_MS = 30_000
const CLEAN_EVERY_MS = 60_000
const HEARTBEAT_MS = 10_000
const TIDY_EVERY_MS = 3_600_000
/** Number of rows per statement. Few enough not to delay a promoter's changes. */
const EVENTS_AT_ONCE = 200

interface Timed {
  isDue: () => boolean
  run: () => Promise<unknown>
}

type Jobs = Record<string, (() => Promise<unknown>) | Timed>

/** Runs all jobs repeatedly until stopped. A failed job is logged and runs again in the next round. */
export function startJobs(
  context: Context,
  mailDispatcher: Pick<MailDispatcher, 'poll'> | undefined,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const running = Promise.all(
    loopsOf(context, mailDispatcher, stopped.signal).map((jobs) => repeat(context, jobs, stopped.signal)),
  )
  return {
    stop: async () => {
      stopped.abort()
      await running
      await deleteNode(context.db, context.health.node.id).catch((error: unknown) =>
        context.log.warn({ err: error }, 'The node could not be removed from the list of running nodes'),
      )
    },
  }
}

/** Returns the loops. Jobs of one loop run one after the other; loops run concurrently. */
function loopsOf(
  context: Context,
  post: Pick<MailDispatcher, 'poll'> | undefined,
  signal: AbortSignal,
): Jobs[] {
  const jobs = {
    'sweep holds': () => sweepHolds(context),
    'deliver sandbox events': () => deliverSandboxEvents(context),
    'process waiting events': () => processWaitingEvents(context),
    'reconcile payments': () => reconcilePayments(context),
    'send payouts': () => sendPayouts(context),
    'send settlements': () => sendSettlements(context),
    // Emails are sent outside this loop, so that a slow mail server doesn't delay other jobs.
    'poll emails': async () => post?.poll(),
    'clean accounts': every(CLEAN_EVERY_MS, context.clock, () => deleteExpiredAccountData(context)),
    'remove second factors': every(CLEAN_EVERY_MS, context.clock, () => removeDueFactors(context)),
    'reload sites': every(RELOAD_EVERY_MS, context.clock, () => context.sites.reload()),
  }
  // These jobs are in loops of their own, so that slow DNS servers, storage or webhook endpoints don't delay other
  // jobs.
  const lookUps = { 'recheck domains': () => recheckDomains(context) }
  const registering = {
    'sync payment domains': every(CLEAN_EVERY_MS, context.clock, () => syncPaymentDomains(context)),
  }
  const deliveries = { 'deliver webhooks': () => deliverWebhooks(context, signal) }
  const cancelling = { 'carry out cancellations': () => carryOutCancellations(context, signal) }
  // This job is in its own loop, because Apple's push service may be slow.
  const wallets = { 'update wallets': () => updateWallets(context, signal) }
  // This job is in its own loop, because it takes minutes after a bulk change of orders.
  const searching = {
    'fill order search': () => fillOrderSearchTexts(context, signal),
    'fill event names': () => fillEventNames(context.db, EVENTS_AT_ONCE),
  }
  const tidying = {
    // This job is repeated, because during a deployment, nodes of a version without encryption may still write
    // plaintext.
    'encrypt secrets': every(TIDY_EVERY_MS, context.clock, () => encryptPlaintext(context)),
    'delete webhook events': every(TIDY_EVERY_MS, context.clock, () => deleteWebhookEvents(context)),
    'delete old passes': every(TIDY_EVERY_MS, context.clock, () => deleteUnusedPasses(context)),
    'delete unused uploads': every(TIDY_EVERY_MS, context.clock, () => deleteUnusedUploads(context, signal)),
  }
  const reports = {
    'write visits': () => context.visits.flush(),
    'fold reports': () => addPendingReports(context),
    'create fee invoices': every(TIDY_EVERY_MS, context.clock, () => createFeeInvoices(context)),
  }
  const watching = {
    'write heartbeat': atOnceAnd(every(HEARTBEAT_MS, context.clock, () => writeHeartbeat(context))),
  }
  return [
    watching,
    jobs,
    lookUps,
    registering,
    deliveries,
    cancelling,
    notifyingJobs(context, signal),
    wallets,
    settlingJobs(context),
    searching,
    tidying,
    reports,
  ]
}

/** Jobs that email many buyers of an event. */
const notifyingJobs = (context: Context, signal: AbortSignal): Jobs => ({
  'notify of changes': () => sendChangeNotifications(context, signal),
  'send shown codes': () => sendShownCodes(context, signal),
  'notify late buyers': every(CLEAN_EVERY_MS, context.clock, () => notifyLateBuyers(context)),
  'deliver vouchers': every(CLEAN_EVERY_MS, context.clock, () => deliverVouchers(context)),
})

/**
 * Jobs that settle promoters' balances. In their own loop, because a large promoter's first settlement takes seconds.
 */
const settlingJobs = (context: Context): Jobs => ({
  'fold balances': () => addToBalanceTotals(context),
  'expire vouchers': every(TIDY_EVERY_MS, context.clock, () => expireVouchers(context)),
  'settle promoters': every(CLEAN_EVERY_MS, context.clock, () => settlePromoters(context)),
})

/** Creates a job that runs at most once per interval. After a failed run, and after the clock was set back, it is due at once. */
function every(milliseconds: number, clock: Clock, run: () => Promise<unknown>): Timed {
  let ranAt = clock.now()
  return {
    isDue: () => Math.abs(clock.now() - ranAt) >= milliseconds,
    run: async () => {
      await run()
      ranAt = clock.now()
    },
  }
}

function atOnceAnd({ isDue, run }: Timed): Timed {
  let isFirst = true
  return {
    isDue: () => isFirst || isDue(),
    run: async () => {
      await run()
      isFirst = false
    },
  }
}

async function repeat(context: Context, jobs: Jobs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const [name, job] of Object.entries(jobs)) {
      if (typeof job === 'function') await runJob(context, name, job)
      else if (job.isDue()) await runJob(context, name, job.run)
    }
    await pause(context.config.SWEEP_INTERVAL_MS, signal)
  }
}

async function runJob(
  { clock, health, log }: Context,
  name: string,
  run: () => Promise<unknown>,
): Promise<void> {
  health.jobStarted(name, clock.now())
  try {
    await run()
    health.jobEnded(name, clock.now())
  } catch (error) {
    health.jobEnded(name, clock.now(), error instanceof Error ? describeErrorMessage(error) : 'unknown')
    log.error({ err: error, job: name }, 'A job failed')
  }
}

/** Removes its listener from the signal, which exists as long as the process. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, { signal }).catch(() => undefined)
