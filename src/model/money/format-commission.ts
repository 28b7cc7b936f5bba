import type { CommissionRule, CommissionTerms } from './commissions.ts'
import { formatMoney } from '#model/platform/money.ts'

/** A commission rule with the names of its event and ticket type, which are null when the rule applies to all. */
export type NamedRule = CommissionRule & { eventTitle: string | null; ticketName: string | null }

/** Formats rules for the member, such as 'Night Shift, Balcony: 8% of ticket revenue, once approved'. */
export const formatCommissionRules = (rules: readonly NamedRule[]): string[] =>
  rules.filter(isInForce).map(formatRule)

/** False for a rule for all members that the member's own rules override entirely. */
function isInForce(rule: NamedRule, _: number, rules: readonly NamedRule[]): boolean {
  const isForAll = ({ memberId, eventId, ticketTypeId, currency }: NamedRule): boolean =>
    memberId !== null && eventId === null && ticketTypeId === null && currency === null
  return rule.memberId !== null || !rules.some(isForAll)
}

function formatRule(rule: NamedRule): string {
  const about = [rule.eventTitle, rule.ticketName].filter(Boolean).join(', ')
  const says = rule.approval === 'closed' ? 'no commission' : formatTerms(rule.terms, rule.currency)
  return `${about ? `${about}: ` : ''}${says}${rule.approval === 'manual' ? ', once approved' : ''}`
}

function formatTerms(terms: CommissionTerms, currency: string | null): string {
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
