import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type {
  createPayoutAccount as accountContract,
  dashboardLink as dashboardContract,
  onboardingLink as onboardingContract,
} from '#contracts/portal/earnings.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { countryCodeOf } from '#model/sites/countries.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { requireOwnMember, type Staff } from '#server/people/members/find-staff.ts'
import { findStaffRow } from '#server/people/members/staff-rows.ts'
import type { MemberCall, UseCase } from '#server/use-case.ts'
import { callPayeeProvider } from './call-payee-provider.ts'
import { findPayee, findMostCommonPayeeCountry, putPayee, type PayeeRow } from './payee-rows.ts'
import { viewPayoutAccount } from './payout-view.ts'
import { readFreshPayee } from './refresh-payee.ts'

export const createPayoutAccount: UseCase<typeof accountContract, MemberCall> = async (context, call) => {
  const staff = findOwnConnect(call)
  if (!staff.success) return staff
  const provider = context.payments.name
  const present = await readFreshPayee(context, staff.data.memberId)
  if (present) return succeed({ payoutAccount: viewPayoutAccount(provider, present) })
  const opened = await openAccount(context, staff.data)
  if (!opened.success) return opened
  return succeed({ payoutAccount: viewPayoutAccount(provider, opened.data) })
}

async function openAccount(
  context: Context,
  { memberId: accountId, promoterId }: Staff,
): Promise<Result<PayeeRow | undefined, CodeOf<typeof accountContract>>> {
  const [row, country] = await Promise.all([
    findStaffRow(context.db, { promoterId, accountId }),
    findMostCommonPayeeCountry(context.db, promoterId),
  ])
  if (!row) return fail('NOT_FOUND')
  const person = {
    key: accountId,
    email: row.email,
    name: `${row.firstName} ${row.lastName}`.trim(),
    country: countryCodeOf(country ?? '') ?? 'DE',
  }
  const answer = await callPayeeProvider(context, (payees) => payees.create(person))
  if (!answer.success) return answer
  const provider = context.payments.name
  await putPayee(context.db, { accountId, provider, payee: answer.data, now: new Date(context.clock.now()) })
  return succeed(await findPayee(context.db, { accountId, provider }))
}

/** Returns the URL of the provider's onboarding form, which returns to a page with `?setup=complete`. */
export const onboardingLink: UseCase<typeof onboardingContract, MemberCall> = async (context, call) => {
  const payee = await findOwnPayee(context, call)
  if (!payee.success) return payee
  const back = returnPage(call)
  const refreshUrl = back.href
  back.searchParams.set('setup', 'complete')
  const links = { returnUrl: back.href, refreshUrl }
  return linkTo(context, call, (payees) => payees.onboardingLink(payee.data.payeeId, links))
}

export const dashboardLink: UseCase<typeof dashboardContract, MemberCall> = async (context, call) => {
  const payee = await findOwnPayee(context, call)
  if (!payee.success) return payee
  return linkTo(context, call, (payees) => payees.dashboardLink(payee.data.payeeId))
}

async function linkTo(
  context: Context,
  { client }: Pick<MemberCall, 'client'>,
  ask: (payees: Context['payments']['payees']) => Promise<string>,
): Promise<Result<{ url: string }, CodeOf<typeof dashboardContract>>> {
  const answer = await callPayeeProvider(context, ask)
  // The sandbox returns a path on the current site.
  return answer.success ? succeed({ url: new URL(answer.data, client.origin).href }) : answer
}

type ConnectCall = MemberCall & { params: { id: string; connect: string } }

/** Names that the API accepts for the provider of payouts. All of them mean the configured provider. */
const CONNECTS = ['stripe-connect', 'sandbox-connect']

const findOwnConnect = (call: ConnectCall): Result<Staff, 'NOT_FOUND'> =>
  CONNECTS.includes(call.params.connect) ? requireOwnMember(call) : fail('NOT_FOUND')

async function findOwnPayee(
  context: Context,
  call: ConnectCall,
): Promise<Result<PayeeRow, CodeOf<typeof dashboardContract>>> {
  const staff = findOwnConnect(call)
  if (!staff.success) return staff
  const { memberId: accountId } = staff.data
  const payee = await findPayee(context.db, { accountId, provider: context.payments.name })
  return payee ? succeed(payee) : fail('PAYOUT_ACCOUNT_MISSING')
}

function returnPage({ client, body }: Pick<MemberCall, 'client'> & { body: { returnUrl: string } }): URL {
  const wanted = URL.parse(body.returnUrl, client.origin)
  return wanted?.origin === new URL(client.origin).origin
    ? wanted
    : new URL(portalUrls.earnings(), client.origin)
}
