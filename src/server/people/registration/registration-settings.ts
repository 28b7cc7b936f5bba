import type {
  getRegistrationSettings as getContract,
  putRegistrationSettings as putContract,
  RegistrationSettings,
} from '#contracts/operator/registration.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  countPromoters,
  findPlatformSettings,
  lockPlatformSettings,
  updatePlatformSettings,
  type PlatformSettingsRow,
} from './platform-settings-rows.ts'
import { chosenRegistrationMode } from './registration-mode.ts'

export const getRegistrationSettings: UseCase<typeof getContract, AccountCall> = async (context) =>
  succeed({ settings: view(context, await findPlatformSettings(context.db)) })

/**
 * Changes who can create a promoter. Concurrent creations wait for the lock of the settings (`lockPlatformSettingsShared`), so
 * that a single promoter stays the only one.
 */
export const putRegistrationSettings: UseCase<typeof putContract, AccountCall> = async (context, call) => {
  const { body, account } = call
  const now = new Date(context.clock.now())
  const saved = await transact(
    context.db,
    async (trx): Promise<Result<{ settings: RegistrationSettings }, CodeOf<typeof putContract>>> => {
      const before = view(context, await lockPlatformSettings(trx))
      if (before.version !== body.version) return fail('EDIT_CONFLICT', { current: before })
      const { mode, isSinglePromoter } = body
      if (before.isChosen && before.mode === mode && before.isSinglePromoter === isSinglePromoter)
        return succeed({ settings: before })
      const isTurnedOn = isSinglePromoter && !before.isSinglePromoter
      if (isTurnedOn && (await countPromoters(trx)) > 1) return fail('SINGLE_PROMOTER_ONLY')
      await updatePlatformSettings(trx, { registration: mode, isSinglePromoter })
      await insertOperatorChange(trx, {
        accountId: account.id,
        action: 'registration.changed',
        subjectId: 'registration',
        before: { mode: before.mode, isSinglePromoter: before.isSinglePromoter },
        after: { mode, isSinglePromoter },
        now,
      })
      return succeed({ settings: view(context, await lockPlatformSettings(trx)) })
    },
  )
  if (saved.success) await context.sites.reload()
  return saved
}

const view = ({ config }: Context, row: PlatformSettingsRow): RegistrationSettings => ({
  mode: chosenRegistrationMode(config, row),
  isChosen: row.registration !== null,
  isSinglePromoter: row.isSinglePromoter,
  version: row.version,
})
