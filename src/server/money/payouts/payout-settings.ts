import type {
  getPayoutSettings as getContract,
  PayoutSettings,
  putPayoutSettings as putContract,
} from '#contracts/console/staff/payouts.ts'
import { fail } from '#contracts/platform/errors.ts'
import { toCents, toMajor } from '#model/platform/money.ts'
import { amountRefusal } from '#server/platform/amount-refusal.ts'
import { succeed } from '#model/platform/result.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { lockPromoter } from '#server/people/promoters/settings-rows.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findPayoutSettings, updatePayoutSettings, type PayoutSettingsRow } from './promoter-payout-rows.ts'

export const getPayoutSettings: UseCase<typeof getContract, PromoterCall> = async (context, call) => {
  const row = await findPayoutSettings(context.db, call.promoterId)
  return row ? succeed({ settings: viewRow(row) }) : fail('NOT_FOUND')
}

/**
 * Changes the payout settings. A new refund window also applies to pending earnings, because balances are computed
 * when they are read.
 */
export const putPayoutSettings: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  return editVersioned(context, call, {
    version: body.version,
    lock: async (trx) => {
      await lockPromoter(trx, promoterId)
      return findPayoutSettings(trx, promoterId)
    },
    write: async (trx, before) => {
      const { refundWindowDays, currency = before.currency } = body
      if (!before.currencies.includes(currency))
        return fail('VALIDATION_ERROR', [
          { path: 'currency', message: 'You have no events in this currency.' },
        ])
      const refusal = amountRefusal('autoLimit', body.autoLimit, currency)
      if (refusal) return refusal
      const autoLimitCents = toCents(body.autoLimit, currency)
      return updatePayoutSettings(trx, { promoterId, refundWindowDays, autoLimitCents, currency })
    },
    view: viewRow,
    data: (settings) => ({ settings }),
    action: 'payout_settings.changed',
    subject: () => ({ id: promoterId, name: '' }),
    state: stateOf,
  })
}

const viewRow = ({ autoLimitCents, ...row }: PayoutSettingsRow): PayoutSettings => ({
  ...row,
  autoLimit: toMajor(autoLimitCents, row.currency),
})

const stateOf = ({ refundWindowDays, autoLimitCents, currency }: PayoutSettingsRow) => ({
  refundWindowDays,
  autoLimit: { cents: autoLimitCents, currency },
})
