import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type {
  createSettlementAccount as createContract,
  getSettlementAccount as getContract,
  settlementDashboardLink as dashboardContract,
  settlementOnboardingLink as onboardingContract,
} from '#contracts/console/settlements.ts'
import type { PayoutAccount } from '#contracts/portal/earnings.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { countryCodeOf } from '#model/sites/countries.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { findPromoterSettings } from '#server/people/promoters/settings-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MemberCall, PromoterCall, UseCase } from '#server/use-case.ts'
import { callPayeeProvider } from '#server/money/payouts/call-payee-provider.ts'
import { secondFactorRefusal } from '#server/money/bank-accounts/second-factor.ts'
import { notifyPaymentRouteChanged } from './notify-route-changed.ts'
import { findSettlementPayee, putSettlementPayee, type SettlementPayeeRow } from './payee-rows.ts'
import { readFreshSettlementPayee, readRecentSettlementPayee } from './refresh-payee.ts'

export const getSettlementAccount: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const payee = await readRecentSettlementPayee(context, call.promoterId)
  return succeed({ account: viewAccount(context, payee) })
}

export const createSettlementAccount: UseCase<typeof createContract, MemberCall> = async (context, call) => {
  const { promoterId } = call.staff
  const refused = await secondFactorRefusal(context, call)
  if (refused) return refused
  const present = await readFreshSettlementPayee(context, promoterId)
  if (present) return succeed({ account: viewAccount(context, present) })
  const settings = await findPromoterSettings(context.db, promoterId)
  if (!settings) return fail('NOT_FOUND')
  const owner = {
    key: `promoter:${promoterId}`,
    email: call.account.email,
    name: settings.legalName || settings.name,
    country: countryCodeOf(settings.country) ?? 'DE',
  }
  const answer = await callPayeeProvider(context, (payees) => payees.create(owner))
  if (!answer.success) return answer
  const provider = context.payments.name
  const now = new Date(context.clock.now())
  await transact<null, never>(context.db, async (trx) => {
    if (!(await putSettlementPayee(trx, { promoterId, provider, payee: answer.data, now })))
      return succeed(null)
    const actor = { accountId: call.account.id, apiKeyId: null }
    const subject = { id: answer.data.id, name: provider }
    await recordChange(trx, { promoterId, actor, action: 'settlement_account.created', subject }, now)
    await notifyPaymentRouteChanged(trx, { promoterId, change: 'account', changedBy: call.account.id, now })
    return succeed(null)
  })
  return succeed({
    account: viewAccount(context, await findSettlementPayee(context.db, { provider, promoterId })),
  })
}

/** Returns the URL of the provider's onboarding form, which returns to a page with `?setup=complete`. */
export const settlementOnboardingLink: UseCase<typeof onboardingContract, MemberCall> = (context, call) => {
  const back = returnPage(call)
  const refreshUrl = back.href
  back.searchParams.set('setup', 'complete')
  const links = { returnUrl: back.href, refreshUrl }
  return linkTo(context, call, (payees, payeeId) => payees.onboardingLink(payeeId, links))
}

export const settlementDashboardLink: UseCase<typeof dashboardContract, MemberCall> = (context, call) =>
  linkTo(context, call, (payees, payeeId) => payees.dashboardLink(payeeId))

async function linkTo(
  context: Context,
  { client, staff }: Pick<MemberCall, 'client' | 'staff'>,
  ask: (payees: Context['payments']['payees'], payeeId: string) => Promise<string>,
): Promise<Result<{ url: string }, CodeOf<typeof dashboardContract>>> {
  const refused = await secondFactorRefusal(context, { client })
  if (refused) return refused
  const provider = context.payments.name
  const payee = await findSettlementPayee(context.db, { provider, promoterId: staff.promoterId })
  if (!payee) return fail('PAYOUT_ACCOUNT_MISSING')
  const answer = await callPayeeProvider(context, (payees) => ask(payees, payee.payeeId))
  // The sandbox returns a path on the current site.
  return answer.success ? succeed({ url: new URL(answer.data, client.origin).href }) : answer
}

function returnPage({ client, body }: Pick<MemberCall, 'client'> & { body: { returnUrl: string } }): URL {
  const wanted = URL.parse(body.returnUrl, client.origin)
  return wanted?.origin === new URL(client.origin).origin
    ? wanted
    : new URL(consoleUrls.payouts(), client.origin)
}

const viewAccount = (context: Context, payee: SettlementPayeeRow | undefined): PayoutAccount => ({
  provider: context.payments.name,
  status: payee?.status ?? 'none',
  missing: payee?.missing ?? [],
})
