import type { getProviderStatus as contract } from '#contracts/operator/payments.ts'
import { toMajor } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { listPaymentDomains } from '#server/sites/payment-domains/payment-domain-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listWaitingForFunds } from './waiting-rows.ts'

const MAX_WAITING = 100
const MAX_DOMAINS = 500

export const getProviderStatus: UseCase<typeof contract, AccountCall> = async ({ db, payments }) => {
  const [waiting, domains] = await Promise.all([
    listWaitingForFunds(db, MAX_WAITING),
    listPaymentDomains(db, { list: payments.domains.list, limit: MAX_DOMAINS }),
  ])
  return succeed({
    provider: payments.name,
    waiting: waiting.map(({ amountCents, since, ...row }) => ({
      ...row,
      amount: toMajor(amountCents, row.currency),
      since: since.toISOString(),
    })),
    domains: domains.map(({ host, status, problem, checkedAt }) => ({
      host,
      status,
      problem,
      checkedAt: checkedAt?.toISOString() ?? null,
    })),
  })
}
