import type {
  createTaxRate as createContract,
  deleteTaxRate as deleteContract,
  putTaxRate as putContract,
} from '#contracts/console/taxes.ts'
import { fail } from '#contracts/errors.ts'
import { percentToMillionths } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { viewRate } from './get-taxes.ts'
import * as rows from './tax-desk-rows.ts'

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

export const putTaxRate: UseCase<typeof putContract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id }, body: { name, percent, version } },
) => {
  if (!isUuid(id)) return fail('NOT_FOUND')
  return transact(
    context.db,
    async (trx) => {
      const found = await rows.lockTaxRate(trx, { promoterId, id })
      if (!found) return fail('NOT_FOUND')
      const before = viewRate(found)
      if (before.version !== version) return fail('EDIT_CONFLICT', { current: before })
      const rateMillionths = percentToMillionths(percent)
      const saved = await rows.updateTaxRate(trx, { promoterId, id, name, rateMillionths })
      if (!saved) throw new Error('The locked tax rate was not found.')
      const change = { promoterId, actor, action: 'tax_rate.changed', subject: { id, name } } as const
      const states = { before: { name: before.name, percent: before.percent }, after: { name, percent } }
      await recordChange(trx, { ...change, ...states }, new Date(context.clock.now()))
      return succeed({ rate: viewRate(saved) })
    },
    ONE_OF_A_KIND,
  )
}

/** Orders keep their taxes: rates are copied to them. */
export const deleteTaxRate: UseCase<typeof deleteContract, PromoterCall> = async (
  context,
  { promoterId, actor, params: { id } },
) => {
  if (!isUuid(id)) return fail('NOT_FOUND')
  return transact(
    context.db,
    async (trx) => {
      const found = await rows.lockTaxRate(trx, { promoterId, id })
      if (!found) return fail('NOT_FOUND')
      await rows.deleteTaxRate(trx, { promoterId, id })
      const { name, percent } = viewRate(found)
      const change = { promoterId, actor, action: 'tax_rate.deleted', subject: { id, name } } as const
      await recordChange(trx, { ...change, before: { name, percent } }, new Date(context.clock.now()))
      return succeed({})
    },
    { ticket_type_taxes_promoter_id_tax_rate_id_fkey: 'TAX_RATE_IN_USE' },
  )
}
