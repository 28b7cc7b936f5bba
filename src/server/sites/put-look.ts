import type { putLook as contract } from '#contracts/domains.ts'
import { succeed } from '#model/result.ts'
import { findOwnPromoter } from '../accounts/find-own-promoter.ts'
import type { AccountCall, UseCase } from '../use-case.ts'
import { saveLook } from './save-look.ts'
import { siteAddress } from './site-address.ts'

/** The look of the promoter's site under all of its names. */
export const putLook: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const promoter = await findOwnPromoter(context, call, 'promoter:own')
  if (!promoter.success) return promoter
  const saved = await saveLook(context, promoter.data, call.body.settings)
  return saved.success
    ? succeed({ ...saved.data, siteUrl: siteAddress(context, call, promoter.data) ?? null })
    : saved
}
