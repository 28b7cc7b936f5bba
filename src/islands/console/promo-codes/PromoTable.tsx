import type { ManagedPromoCode, PromoOptions } from '#contracts/console/pricing/promo-codes.ts'
import { DataTable } from '#ui/DataTable.tsx'
import {
  formatDiscount,
  formatRevenue,
  formatScope,
  PROMO_STATE_LABELS,
  formatUses,
  formatValidity,
} from './format-promo-code.ts'

interface Props {
  rows: readonly ManagedPromoCode[]
  options: PromoOptions
  onOpen: (promo: ManagedPromoCode) => void
}

export function PromoTable({ rows, options, onOpen }: Props) {
  return (
    <DataTable
      labelledBy="promo-codes"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Code',
          cell: (promo) => (
            <button type="button" className="button-link pricing-code" onClick={() => onOpen(promo)}>
              {promo.code}
            </button>
          ),
        },
        {
          name: 'Discount',
          cell: (promo) => (
            <>
              <span>{formatDiscount(promo)}</span>
              <span className="secondary-text">{formatScope(promo, options)}</span>
            </>
          ),
        },
        { name: 'Dates', cell: formatValidity },
        {
          name: 'Status',
          cell: ({ state }) => (
            <span className="badge" data-tone={PROMO_STATE_LABELS[state][1]}>
              {PROMO_STATE_LABELS[state][0]}
            </span>
          ),
        },
        { name: 'Used', isNumber: true, cell: formatUses },
        { name: 'Revenue', isNumber: true, cell: formatRevenue },
      ]}
    />
  )
}
