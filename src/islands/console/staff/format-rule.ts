import type { ConsoleRule, RuleTerms } from '#contracts/console/staff/commission-rules.ts'
import { formatCommissionRules, type NamedRule } from '#model/money/format-commission.ts'
import type { CommissionTerms } from '#model/money/commissions.ts'
import { percentToBasisPoints, toCents } from '#model/platform/money.ts'

/** Converts amounts to minor units and percentages to basis points. */
export const toCommissionRule = (rule: ConsoleRule): NamedRule => ({
  ...rule,
  terms: termsOf(rule.terms, rule.currency ?? 'EUR'),
})

function termsOf(terms: RuleTerms, currency: string): CommissionTerms {
  if (terms.kind === 'percentage')
    return { kind: 'percentage', basisPoints: percentToBasisPoints(terms.percent) }
  if (terms.kind === 'fixed') return { kind: 'fixed', amountCents: toCents(terms.amount, currency) }
  const tiers = terms.steps.map(({ after, percent }) => ({
    from: after,
    basisPoints: percentToBasisPoints(percent),
  }))
  return { kind: 'tiers', tiers }
}

/** Describes a rule's commission, for example '8% of ticket revenue, once approved'. */
export const formatRuleTerms = (rule: ConsoleRule): string =>
  formatCommissionRules([{ ...toCommissionRule(rule), eventTitle: null, ticketName: null }])[0] ?? ''

/** Describes the scope of a rule, for example 'Night Shift, Balcony'. */
export function ruleScopeLabel({ eventTitle, ticketName, currency }: ConsoleRule): string {
  const about = [eventTitle, ticketName].filter(Boolean).join(', ') || 'All events'
  return currency === null ? about : `${about} (${currency})`
}

export const memberLabel = ({ memberId, memberName }: ConsoleRule): string =>
  memberId === null ? 'Everyone' : (memberName ?? 'Deleted member')
