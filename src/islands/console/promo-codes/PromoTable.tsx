import type { ManagedPromoCode, PromoChoices } from '#contracts/console/pricing/promo-codes.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { offerWords, revenueWords, scopeWords, STATE_WORDS, usesWords, whenWords } from './promo-words.ts'

interface Props {
  rows: readonly ManagedPromoCode[]
  choices: PromoChoices
  onOpen: (promo: ManagedPromoCode) => void
}

export function PromoTable({ rows, choices, onOpen }: Props) {
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
              <span>{offerWords(promo)}</span>
              <span className="desk-quiet">{scopeWords(promo, choices)}</span>
            </>
          ),
        },
        { name: 'Dates', cell: whenWords },
        {
          name: 'Status',
          cell: ({ state }) => (
            <span className="badge" data-tone={STATE_WORDS[state][1]}>
              {STATE_WORDS[state][0]}
            </span>
          ),
        },
        { name: 'Used', isNumber: true, cell: usesWords },
        { name: 'Revenue', isNumber: true, cell: revenueWords },
      ]}
    />
  )
}
