import type { Context } from '../context.ts'
import { cleanAccounts } from './clean-accounts.ts'
import { deliverSandboxEvents } from './deliver-sandbox-events.ts'
import { processWaitingEvents } from './process-waiting-events.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { sweepHolds } from './sweep-holds.ts'

/** Runs every job in turn, and again after the interval, until stopped. A job that fails is logged and tried next round. */
export function startJobs(context: Context): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const jobs = {
    'sweep holds': () => sweepHolds(context),
    'deliver sandbox events': () => deliverSandboxEvents(context),
    'process waiting events': () => processWaitingEvents(context),
    'reconcile payments': () => reconcilePayments(context),
    'clean accounts': () => cleanAccounts(context),
    'reload sites': () => context.sites.reload(),
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
