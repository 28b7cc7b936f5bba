import type { Context } from '../context.ts'
import { cleanAccounts } from './clean-accounts.ts'
import type { PostOffice } from '../mail/post-office.ts'
import { deliverSandboxEvents } from './deliver-sandbox-events.ts'
import { processWaitingEvents } from './process-waiting-events.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { sweepHolds } from './sweep-holds.ts'

/** Notices say at once what changed (`http/keep-fresh.ts`); this is for the ones that got lost. */
const RELOAD_EVERY_MS = 30_000

/** Runs every job in turn, and again after the interval, until stopped. A job that fails is logged and tried next round. */
export function startJobs(
  context: Context,
  post: Pick<PostOffice, 'look'> | undefined,
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  let reloadAt = context.clock.now() + RELOAD_EVERY_MS
  const reloadSites = async (): Promise<void> => {
    if (context.clock.now() < reloadAt) return
    await context.sites.reload()
    reloadAt = context.clock.now() + RELOAD_EVERY_MS
  }
  const jobs = {
    'sweep holds': () => sweepHolds(context),
    'deliver sandbox events': () => deliverSandboxEvents(context),
    'process waiting events': () => processWaitingEvents(context),
    'reconcile payments': () => reconcilePayments(context),
    'clean accounts': () => cleanAccounts(context),
    // It sends beside this loop: a mail server that is slow holds nothing else up.
    'look for mails': async () => post?.look(),
    'reload sites': reloadSites,
  }
  const round = async (): Promise<void> => {
    for (const [name, run] of Object.entries(jobs)) {
      await run().catch((error: unknown) => context.log.error({ err: error, job: name }, 'A job failed'))
    }
  }
  const running = (async () => {
    while (!stopped.signal.aborted) {
      await round()
      await pause(context.config.SWEEP_INTERVAL_MS, stopped.signal)
    }
  })()
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
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
