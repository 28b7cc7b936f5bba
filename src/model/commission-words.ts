import type { CommissionRule, CommissionTerms } from './commissions.ts'
import { formatMoney } from './money.ts'

/** A rule with the names of what it is about; null where it is about everything. */
export type NamedRule = CommissionRule & { eventTitle: string | null; ticketName: string | null }

/** Rules as a member reads them: 'Night Shift, Balcony: 8% of ticket revenue, once approved'. */
export const commissionWords = (rules: readonly NamedRule[]): string[] => rules.filter(isInForce).map(wordsOf)

/** A rule of the member's own for everything leaves nothing to those for everybody. */
function isInForce(rule: NamedRule, _: number, rules: readonly NamedRule[]): boolean {
  const isForAll = ({ memberId, eventId, ticketTypeId, currency }: NamedRule): boolean =>
    memberId !== null && eventId === null && ticketTypeId === null && currency === null
  return rule.memberId !== null || !rules.some(isForAll)
}

function wordsOf(rule: NamedRule): string {
  const about = [rule.eventTitle, rule.ticketName].filter(Boolean).join(', ')
  const says = rule.approval === 'closed' ? 'no commission' : termWords(rule.terms, rule.currency)
  return `${about ? `${about}: ` : ''}${says}${rule.approval === 'manual' ? ', once approved' : ''}`
}

function termWords(terms: CommissionTerms, currency: string | null): string {
  if (terms.kind === 'percentage') return `${percent(terms.basisPoints)} of ticket revenue`
  if (terms.kind === 'fixed') return `${formatMoney(terms.amountCents, currency ?? 'EUR')} for each ticket`
  const steps = terms.tiers.toSorted((one, other) => one.from - other.from)
  return steps
    .map(({ from, basisPoints }) =>
      from === 0
        ? `${percent(basisPoints)} of ticket revenue`
        : `${percent(basisPoints)} from ticket ${from + 1} of an event on`,
    )
    .join(', ')
}

const percent = (basisPoints: number): string => `${basisPoints / 100}%`
