import type {
  getPromoterSettings as getContract,
  putPromoterSettings as putContract,
} from '#contracts/console/settings.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { authenticate } from '#server/people/sessions/authenticate.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findPromoterSettings, lockPromoter, updatePromoterSettings } from './settings-rows.ts'

export const getPromoterSettings: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const settings = await findPromoterSettings(context.db, call.promoterId)
  return settings ? succeed({ settings }) : fail('NOT_FOUND')
}

/**
 * Changes the promoter's settings. An owner who requires two-factor authentication must already use it, because the
 * owner would otherwise lose access.
 */
export const putPromoterSettings: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body, client } = call
  const { version, ...given } = body
  const account = await authenticate(context, client)
  const isProven = account.success && account.data.hasSecondFactor
  return editVersioned(context, call, {
    version,
    lock: async (trx) => {
      await lockPromoter(trx, promoterId)
      return findPromoterSettings(trx, promoterId)
    },
    write: async (trx, before) => {
      const change = { ...before, ...given }
      if (change.requiresSecondFactor && !before.requiresSecondFactor && !isProven)
        return fail('SECOND_FACTOR_FIRST')
      // Only members can turn the requirement off; API keys and operators can't weaken the sign-in of members.
      const isMember = actor.accountId !== null && actor.supportId === undefined
      if (!change.requiresSecondFactor && before.requiresSecondFactor && !isMember) return fail('FORBIDDEN')
      return updatePromoterSettings(trx, promoterId, change)
    },
    view: (settings) => settings,
    data: (settings) => ({ settings }),
    action: 'promoter.changed',
    subject: ({ name }) => ({ id: promoterId, name }),
    state: (row) => {
      const { version: _, ...state } = row
      return state
    },
  })
}
