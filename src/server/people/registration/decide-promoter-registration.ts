import type { checkRegistration as contract, RegistrationOutcome } from '#contracts/console/promoters.ts'
import { decideNewPromoterStatus } from '#model/people/registration.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { hasOperators, isOperator } from '#server/people/operators/operator-rows.ts'
import type { Db } from '#server/platform/db/query.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { findPlatformSettings, type PlatformSettingsRow } from './platform-settings-rows.ts'
import { findOpenPromoterInvitation } from './promoter-invitation-rows.ts'
import { registrationModeOf } from './registration-mode.ts'

export const checkRegistration: UseCase<typeof contract, AccountCall> = async (context, { account }) => {
  const { db, config } = context
  if (!(await hasOperators(db, config))) return succeed({ outcome: 'REGISTRATION_CLOSED' })
  const settings = await findPlatformSettings(db)
  const now = new Date(context.clock.now())
  const { outcome } = await decidePromoterRegistration(context, db, { settings, account, now })
  return succeed({ outcome })
}

/**
 * Decides with which status a promoter is created, if at all. `account` must have verified its address, because
 * invitations are matched by address. `invitationId`: the invitation that is used up.
 */
export async function decidePromoterRegistration(
  { config }: Pick<Context, 'config'>,
  db: Db,
  request: { settings: PlatformSettingsRow; account: { id: string; email: string }; now: Date },
): Promise<{ outcome: RegistrationOutcome; invitationId: string | undefined }> {
  const { settings, account, now } = request
  const invitationId = await findOpenPromoterInvitation(db, { email: account.email, now })
  const outcome = decideNewPromoterStatus({
    mode: registrationModeOf(config, settings),
    isInvited: invitationId !== undefined,
    isOperator: await isOperator(db, account.id),
  })
  return { outcome, invitationId }
}
