import type { getLook as contract } from '#contracts/domains.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import { findOwnPromoter } from '../accounts/find-own-promoter.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { findLook } from './look-rows.ts'
import { siteAddress } from './site-address.ts'

/** The look of the promoter's site, and what of its CSS is not served. */
export const getLook: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const promoter = await findOwnPromoter(context, call, 'promoter:own')
  if (!promoter.success) return promoter
  const look = await findLook(context.db, promoter.data)
  return look
    ? succeed({ ...look, siteUrl: siteAddress(context, call, promoter.data) ?? null })
    : fail('NOT_FOUND')
}
