import type { Context } from '#server/context.ts'
import { isProviderError, type RegisteredDomain } from '#server/money/providers/provider.ts'
import { isApplePayFileStale, saveApplePayFile } from '#server/sites/hosts/apple-pay-rows.ts'
import {
  storePaymentDomainResult,
  planPaymentDomains,
  claimDuePaymentDomains,
  type PaymentDomainRow,
} from '#server/sites/payment-domains/payment-domain-rows.ts'

const BATCH = 20
const TAKEN_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
/**
 * Interval of validation. A provider deactivates a wallet when its check fails, for example when Apple no longer finds its
 * file.
 */
const CHECK_EVERY_MS = 7 * DAY_MS
const FIRST_RETRY_MS = 60_000

/**
 * Registers all public hosts with the payment provider, validates them weekly, and disables hosts that are no longer served.
 * Failed requests are repeated at intervals that double from a minute to a day. Only one node handles a host at a time.
 */
export async function syncPaymentDomains(context: Context): Promise<void> {
  const { list } = context.payments.domains
  const now = (): Date => new Date(context.clock.now())
  // The file must be served before hosts are registered, because the provider validates hosts with it.
  await refreshAppleFile(context)
  await planPaymentDomains(context.db, { list, mainHosts: context.config.MAIN_HOSTS, now: now() })
  for (;;) {
    const againAt = new Date(context.clock.now() + TAKEN_MS)
    const taken = await claimDuePaymentDomains(context.db, { list, now: now(), againAt, limit: BATCH })
    // Hosts are sent one after the other, because providers limit the rate of requests.
    for (const row of taken) await storePaymentDomainResult(context.db, list, await sync(context, row))
    if (taken.length < BATCH) return
  }
}

type Outcome = Parameters<typeof storePaymentDomainResult>[2]

async function sync(context: Context, row: PaymentDomainRow): Promise<Outcome> {
  const { domains } = context.payments
  const checkedAt = new Date(context.clock.now())
  const base = { ...row, checkedAt, problem: '', inactiveWallets: [], failures: 0 }
  try {
    if (row.isWanted) return outcomeOf(base, await domains.register(row.host), row.failures)
    await domains.disable(row.host)
    return { ...base, status: 'disabled', dueAt: null }
  } catch (error) {
    const isRefused = isProviderError(error, 'DomainRefused')
    if (!isRefused && !isProviderError(error, 'ProviderUnavailable')) throw error
    const problem = isRefused ? error.message.slice(0, 500) : 'The payment provider didn’t respond.'
    context.log.warn(
      { host: row.host, problem },
      'The payment method domain could not be updated at the provider',
    )
    const status = row.isWanted ? 'failed' : row.status
    return retryLater({ ...base, status, problem, failures: row.failures + 1 })
  }
}

function outcomeOf(base: Omit<Outcome, 'dueAt'>, found: RegisteredDomain, failures: number): Outcome {
  const inactiveWallets = found.inactive.map(({ wallet }) => wallet)
  const problem = found.inactive.map(({ wallet, why }) => (why ? `${wallet}: ${why}` : wallet)).join(' ')
  const checked = { ...base, status: 'registered' as const, inactiveWallets, problem: problem.slice(0, 500) }
  if (inactiveWallets.length > 0) return retryLater({ ...checked, failures: failures + 1 })
  return { ...checked, dueAt: new Date((base.checkedAt?.getTime() ?? 0) + CHECK_EVERY_MS) }
}

function retryLater(row: Omit<Outcome, 'dueAt'>): Outcome {
  const wait = Math.min(DAY_MS, FIRST_RETRY_MS * 2 ** Math.min(row.failures - 1, 20))
  return { ...row, dueAt: new Date((row.checkedAt?.getTime() ?? 0) + wait) }
}

/** Fetches Apple's file once a day. The previous one stays in use while the provider doesn't respond. */
async function refreshAppleFile(context: Context): Promise<void> {
  const { domains } = context.payments
  const now = context.clock.now()
  if (!(await isApplePayFileStale(context.db, { list: domains.list, before: new Date(now - DAY_MS) }))) return
  try {
    const content = await domains.fetchAppleFile()
    if (content) await saveApplePayFile(context.db, { list: domains.list, content, now: new Date(now) })
  } catch (error) {
    if (!isProviderError(error, 'ProviderUnavailable')) throw error
    context.log.warn({ err: error }, 'The file for Apple Pay could not be fetched')
  }
}
