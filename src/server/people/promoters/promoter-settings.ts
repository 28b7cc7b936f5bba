import type {
  getPromoterSettings as getContract,
  PromoterSettings,
  putPromoterSettings as putContract,
} from '#contracts/console/settings.ts'
import type { CodeOf } from '#contracts/endpoint.ts'
import { fail } from '#contracts/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findSettings, lockPromoter, updateSettings } from './settings-rows.ts'

export const getPromoterSettings: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const settings = await findSettings(context.db, call.promoterId)
  return settings ? succeed({ settings }) : fail('NOT_FOUND')
}

/** Requires the caller to have a second factor before requiring it of others, so that they don't lock themselves out. */
export const putPromoterSettings: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body, client } = call
  const { version, ...given } = body
  const account = await authenticate(context, client)
  const isProven = account.success && account.data.hasSecondFactor
  const now = new Date(context.clock.now())
  return transact(
    context.db,
    async (trx): Promise<Result<{ settings: PromoterSettings }, CodeOf<typeof putContract>>> => {
      await lockPromoter(trx, promoterId)
      const before = await findSettings(trx, promoterId)
      if (!before) return fail('NOT_FOUND')
      if (before.version !== version) return fail('EDIT_CONFLICT', { current: before })
      const { version: _, ...was } = before
      const change = { ...was, ...given }
      if (change.requiresSecondFactor && !before.requiresSecondFactor && !isProven)
        return fail('SECOND_FACTOR_FIRST')
      // An API key can't weaken the sign-in of members.
      if (!change.requiresSecondFactor && before.requiresSecondFactor && actor.accountId === null)
        return fail('FORBIDDEN')
      await updateSettings(trx, promoterId, change)
      const states = { before: was, after: change }
      const subject = { id: promoterId, name: change.name }
      await recordChange(trx, { promoterId, actor, action: 'promoter.changed', subject, ...states }, now)
      const settings = await findSettings(trx, promoterId)
      return settings ? succeed({ settings }) : fail('NOT_FOUND')
    },
  )
}
