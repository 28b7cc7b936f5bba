import type {
  getPayoutSettings as getContract,
  PayoutSettings,
  putPayoutSettings as putContract,
} from '#contracts/console/payouts.ts'
import type { CodeOf } from '#contracts/endpoint.ts'
import { fail } from '#contracts/errors.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import { lockPromoter } from '#server/people/promoters/settings-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findPayoutSettings, updatePayoutSettings, type PayoutSettingsRow } from './promoter-payout-rows.ts'

export const getPayoutSettings: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const row = await findPayoutSettings(context.db, call.promoterId)
  return row ? succeed({ settings: viewRow(row) }) : fail('NOT_FOUND')
}

/** The refund window also applies to pending earnings, because balances are computed on request. */
export const putPayoutSettings: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, actor, body } = call
  return transact(
    context.db,
    async (trx): Promise<Result<{ settings: PayoutSettings }, CodeOf<typeof putContract>>> => {
      await lockPromoter(trx, promoterId)
      const before = await findPayoutSettings(trx, promoterId)
      if (!before) return fail('NOT_FOUND')
      if (before.version !== body.version) return fail('EDIT_CONFLICT', { current: viewRow(before) })
      const { refundWindowDays, currency = before.currency } = body
      if (!before.currencies.includes(currency))
        return fail('VALIDATION_ERROR', [
          { path: 'currency', message: 'You have no events in this currency.' },
        ])
      const autoLimitCents = toCents(body.autoLimit, currency)
      await updatePayoutSettings(trx, { promoterId, refundWindowDays, autoLimitCents, currency })
      const row = await findPayoutSettings(trx, promoterId)
      if (!row) return fail('NOT_FOUND')
      const action = 'payout_settings.changed'
      const subject = { id: promoterId, name: '' }
      const states = { before: stateOf(before), after: stateOf(row) }
      const now = new Date(context.clock.now())
      await recordChange(trx, { promoterId, actor, action, subject, ...states }, now)
      return succeed({ settings: viewRow(row) })
    },
  )
}

const viewRow = ({ autoLimitCents, ...row }: PayoutSettingsRow): PayoutSettings => ({
  ...row,
  autoLimit: toMajor(autoLimitCents, row.currency),
})

const stateOf = ({ refundWindowDays, autoLimitCents, currency }: PayoutSettingsRow) => ({
  refundWindowDays,
  autoLimit: { cents: autoLimitCents, currency },
})
