import type {
  createTaxRate as createContract,
  deleteTaxRate as deleteContract,
  putTaxRate as putContract,
} from '#contracts/console/pricing/taxes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { percentToMillionths } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewRate } from './get-taxes.ts'
import * as rows from './tax-settings-rows.ts'

const ONE_OF_A_KIND = { tax_rates_promoter_id_name_rate_millionths_key: 'TAX_RATE_THERE' } as const

export const createTaxRate: UseCase<typeof createContract, PromoterCall> = async (
  context,
  { promoterId, actor, body: { name, percent } },
) =>
  transact(
    context.db,
    async (trx) => {
      const made = await rows.insertTaxRate(trx, {
        promoterId,
        name,
        rateMillionths: percentToMillionths(percent),
      })
      if (!made) throw new Error('The tax rate was not stored.')
      const change = {
        promoterId,
        actor,
        action: 'tax_rate.created',
        subject: { id: made.id, name },
      } as const
      await recordChange(trx, { ...change, after: { name, percent } }, new Date(context.clock.now()))
      return succeed({ rate: viewRate(made) })
    },
    ONE_OF_A_KIND,
  )

export const putTaxRate: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, params, body } = call
  const { id } = params
  const { name, percent, version } = body
  return editVersioned(context, call, {
    version,
    lock: (trx) => rows.lockTaxRate(trx, { promoterId, id }),
    write: (trx) =>
      rows.updateTaxRate(trx, { promoterId, id, name, rateMillionths: percentToMillionths(percent) }),
    view: viewRate,
    data: (rate) => ({ rate }),
    action: 'tax_rate.changed',
    subject: () => ({ id, name }),
    state: stateOf,
    rules: ONE_OF_A_KIND,
  })
}

/** Deletes a tax rate. Taxes of existing orders don't change, because rates are copied to orders. */
export const deleteTaxRate: UseCase<typeof deleteContract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id } },
) => {
  return transact(
    context.db,
    async (trx) => {
      const found = await rows.lockTaxRate(trx, { promoterId, id })
      if (!found) return fail('NOT_FOUND')
      await rows.deleteTaxRateRow(trx, { promoterId, id })
      const subject = { id, name: found.name }
      const change = { promoterId, actor, action: 'tax_rate.deleted', subject } as const
      await recordChange(trx, { ...change, before: stateOf(found) }, new Date(context.clock.now()))
      return succeed({})
    },
    { ticket_type_taxes_promoter_id_tax_rate_id_fkey: 'TAX_RATE_IN_USE' },
  )
}

function stateOf(row: rows.TaxRateRow) {
  const { name, percent } = viewRate(row)
  return { name, percent }
}
