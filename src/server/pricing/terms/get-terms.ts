import type { getOwnTerms as ownContract } from '#contracts/console/pricing/terms.ts'
import type { getPromoterTerms as contract, TermsOfPromoter } from '#contracts/operator/terms.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { AccountCall, PromoterCall, UseCase } from '#server/use-case.ts'
import { findPromoterName, listPromoterCurrencies, listTermsOfPromoter } from './terms-rows.ts'
import { viewOwnTerms, viewPromoterTerms } from './terms-view.ts'

export const getPromoterTerms: UseCase<typeof contract, AccountCall> = async (context, { params }) => {
  const name = isUuid(params.id) ? await findPromoterName(context.db, params.id) : undefined
  return name === undefined ? fail('NOT_FOUND') : succeed(await viewTermsOf(context, { id: params.id, name }))
}

export async function viewTermsOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  promoter: TermsOfPromoter['promoter'],
): Promise<TermsOfPromoter> {
  const [currencies, rows] = await Promise.all([
    listPromoterCurrencies(db, promoter.id),
    listTermsOfPromoter(db, promoter.id),
  ])
  return viewPromoterTerms({ ...promoter, currencies }, rows, new Date(clock.now()))
}

export const getOwnTerms: UseCase<typeof ownContract, PromoterCall> = async (context, { promoterId }) => {
  const [currencies, rows] = await Promise.all([
    listPromoterCurrencies(context.db, promoterId),
    listTermsOfPromoter(context.db, promoterId),
  ])
  return succeed(viewOwnTerms(currencies, rows, new Date(context.clock.now())))
}
