import type { putLook as contract } from '#contracts/domains.ts'
import { succeed } from '#model/result.ts'
import type { PromoterCall, UseCase } from '../use-case.ts'
import { saveLook } from './save-look.ts'
import { siteAddress } from './site-address.ts'

/** The look of the promoter's site under all of its names. */
export const putLook: UseCase<typeof contract, PromoterCall> = async (context, call) => {
  const saved = await saveLook(context, call, call.body.settings)
  return saved.success
    ? succeed({ ...saved.data, siteUrl: siteAddress(context, call, call.promoterId) ?? null })
    : saved
}
