import type { TaxRule } from '#model/pricing/taxes.ts'

/** Rounding modes, each with its result for three tickets of €9.99 including 19% tax (docs/taxes.md). */
export const TAX_ROUNDING_OPTIONS: readonly (readonly [
  mode: TaxRule['rounding'],
  name: string,
  example: string,
])[] = [
  [
    'per_line',
    'per order line',
    'Three ticket types at €9.99 with 19% included: €1.60 each, €4.80 of tax, and the buyer pays €29.97.',
  ],
  [
    'per_rate',
    'per tax rate',
    'Three ticket types at €9.99 with 19% included: €4.78 of tax on €25.17, and the buyer pays €29.95, two cents less.',
  ],
  [
    'keep_gross',
    'to keep the shown prices',
    'Three ticket types at €9.99 with 19% included: €4.79 of tax, and the buyer pays the €29.97 that was shown.',
  ],
]
