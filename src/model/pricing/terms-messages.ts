import { formatMoney } from '#model/platform/money.ts'
import { formatPercent } from '#model/platform/percents.ts'
import type { PlatformTerms } from './platform-terms.ts'

/**
 * Returns labels and texts of terms, such as '€0.49 + 4%, at least €0.80'. `reader`: the person addressed as “you”.
 */
export function termsRows(
  terms: PlatformTerms,
  currency: string,
  reader: 'promoter' | 'operator',
): [label: string, text: string][] {
  const { ticketMinimumCents: minimumCents } = terms
  const ticket = formatPart(terms.ticketBaseCents, terms.ticketBasisPoints, currency)
  const minimum = `at least ${formatMoney(minimumCents, currency)}`
  const own = reader === 'promoter' ? 'you' : 'the promoter'
  return [
    ['Per paid ticket', minimumCents === 0 ? ticket : ticket === NOTHING ? minimum : `${ticket}, ${minimum}`],
    ['Per paid order', formatPart(terms.orderBaseCents, terms.orderBasisPoints, currency)],
    ['Payment provider’s fee', `paid by ${terms.processingFeePaidBy === 'platform' ? 'the platform' : own}`],
    ['Taxes', `remitted by ${terms.taxesRemittedBy === 'platform' ? 'the platform' : own}`],
  ]
}

const NOTHING = 'nothing'

const formatPart = (cents: number, basisPoints: number, currency: string): string =>
  [cents > 0 && formatMoney(cents, currency), basisPoints > 0 && formatPercent(basisPoints)]
    .filter(Boolean)
    .join(' + ') || NOTHING
