import { succeed } from '#model/platform/result.ts'
import { countColumn, moneyColumn, stepColumn, textColumn, toTable, type MakeReport } from './report-table.ts'
import { listIntervals } from '#server/platform/report-totals/span-rows.ts'
import {
  refundedCentsOf,
  revenueCentsOf,
  sumByKey,
  sumByInterval,
  type ReportSums,
} from '#server/platform/report-totals/sum-rows.ts'

const NOTHING: ReportSums = {
  orders: 0,
  unpaid: 0,
  tickets: 0,
  returned: 0,
  refunds: 0,
  discount_cents: 0,
  paid_cents: 0,
  base_cents: 0,
  promoter_cents: 0,
  taxes_cents: 0,
  fees_cents: 0,
  back_promoter_cents: 0,
  back_taxes_cents: 0,
  back_fees_cents: 0,
  disputed_cents: 0,
  commission_cents: 0,
}

export const reportSales: MakeReport = async ({ db }, scope) => {
  const [steps, sums] = await Promise.all([listIntervals(db, scope), sumByInterval(db, scope)])
  const byStep = new Map(sums.map((each) => [each.step, each]))
  const columns = [
    stepColumn(scope),
    countColumn('orders', 'Orders'),
    countColumn('tickets', 'Tickets'),
    countColumn('returned', 'Returned'),
    moneyColumn('paid', 'Paid by buyers'),
    moneyColumn('refunded', 'Refunded'),
    moneyColumn('fees', 'Fees'),
    moneyColumn('taxes', 'Taxes'),
    moneyColumn('revenue', 'Revenue'),
  ]
  const rows = steps.map((each) => {
    const sum = byStep.get(each) ?? NOTHING
    return {
      step: each,
      orders: sum.orders,
      tickets: sum.tickets,
      returned: sum.returned,
      paid: sum.paid_cents,
      refunded: refundedCentsOf(sum),
      fees: sum.fees_cents - sum.back_fees_cents,
      taxes: sum.taxes_cents - sum.back_taxes_cents,
      revenue: revenueCentsOf(sum),
    }
  })
  return succeed(toTable(columns, rows, scope.currency))
}

const REASONS = {
  requested: 'Requested',
  event_cancelled: 'Event cancelled',
  at_provider: 'At the provider',
  dispute: 'Disputed',
} as const

export const reportRefunds: MakeReport = async ({ db }, scope) => {
  const [steps, all, sums] = await Promise.all([
    listIntervals(db, scope),
    sumByInterval(db, scope),
    sumByInterval(db, scope, 'reason'),
  ])
  const byStep = new Map(all.map((each) => [each.step, each]))
  const byReason = new Map(sums.map((each) => [`${each.step} ${each.key}`, each]))
  const reasons = Object.entries(REASONS)
  const columns = [
    stepColumn(scope),
    countColumn('refunds', 'Refunds'),
    countColumn('returned', 'Tickets refunded'),
    ...reasons.map(([id, name]) => moneyColumn(id, name)),
    moneyColumn('refunded', 'All refunds'),
    moneyColumn('fees', 'Of which fees'),
    moneyColumn('taxes', 'Of which taxes'),
  ]
  const rows = steps.map((each) => {
    const sum = byStep.get(each) ?? NOTHING
    return {
      step: each,
      refunds: sum.refunds,
      returned: sum.returned,
      ...Object.fromEntries(
        reasons.map(([id]) => [id, refundedCentsOf(byReason.get(`${each} ${id}`) ?? NOTHING)]),
      ),
      refunded: refundedCentsOf(sum),
      fees: sum.back_fees_cents,
      taxes: sum.back_taxes_cents,
    }
  })
  return succeed(toTable(columns, rows, scope.currency))
}

export const reportFees: MakeReport = async ({ db }, scope) => {
  const [steps, sums] = await Promise.all([listIntervals(db, scope), sumByInterval(db, scope)])
  const byStep = new Map(sums.map((each) => [each.step, each]))
  const columns = [
    stepColumn(scope),
    moneyColumn('charged', 'Fees paid by buyers'),
    moneyColumn('returned', 'Fees refunded'),
    moneyColumn('fees', 'Fees kept'),
    moneyColumn('commission', 'Staff commission'),
  ]
  const rows = steps.map((each) => {
    const sum = byStep.get(each) ?? NOTHING
    return {
      step: each,
      charged: sum.fees_cents,
      returned: sum.back_fees_cents,
      fees: sum.fees_cents - sum.back_fees_cents,
      commission: sum.commission_cents,
    }
  })
  return succeed(toTable(columns, rows, scope.currency))
}

/** Taxes by rate. A row's key consists of the rate in millionths and the tax's name. */
export const reportTaxes: MakeReport = async ({ db }, scope) => {
  const sums = await sumByKey(db, scope, 'tax')
  const columns = [
    textColumn('name', 'Tax'),
    textColumn('rate', 'Rate'),
    moneyColumn('base', 'Taxable sales'),
    moneyColumn('charged', 'Charged'),
    moneyColumn('returned', 'Refunded'),
    moneyColumn('taxes', 'Taxes'),
  ]
  const rows = sums
    .map((sum) => {
      const [, millionths = '', name = ''] = /^(\d+) (.*)$/s.exec(sum.key) ?? []
      return {
        name,
        rate: `${Number(millionths) / 10_000}%`,
        base: sum.base_cents,
        charged: sum.taxes_cents,
        returned: sum.back_taxes_cents,
        taxes: sum.taxes_cents - sum.back_taxes_cents,
      }
    })
    .toSorted((one, other) => other.charged - one.charged || one.name.localeCompare(other.name))
  return succeed(toTable(columns, rows, scope.currency))
}
