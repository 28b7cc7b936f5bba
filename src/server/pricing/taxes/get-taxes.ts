import type { getTaxes as contract, ManagedTaxRate } from '#contracts/console/pricing/taxes.ts'
import { fail } from '#contracts/platform/errors.ts'
import { millionthsToPercent } from '#model/platform/money.ts'
import { succeed } from '#model/platform/result.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  findTaxSettings,
  listTaxedTicketTypes,
  listTaxRateRows,
  type TaxRateRow,
} from './tax-settings-rows.ts'

export const getTaxes: UseCase<typeof contract, PromoterCall> = async (context, { promoterId }) => {
  const now = new Date(context.clock.now())
  const [settings, rates, ticketTypes] = await Promise.all([
    findTaxSettings(context.db, promoterId),
    listTaxRateRows(context.db, promoterId),
    listTaxedTicketTypes(context.db, { promoterId, now }),
  ])
  return settings ? succeed({ settings, rates: rates.map(viewRate), ticketTypes }) : fail('NOT_FOUND')
}

export const viewRate = ({ rateMillionths, ...rate }: TaxRateRow): ManagedTaxRate => ({
  ...rate,
  percent: millionthsToPercent(rateMillionths),
})
