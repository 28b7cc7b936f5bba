import type {
  ConsoleRule,
  createCommissionRule as createContract,
  deleteCommissionRule as deleteContract,
  listCommissionRules as listContract,
  putCommissionRule as putContract,
  RuleTerms,
} from '#contracts/console/staff/commission-rules.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import type { CommissionTerms } from '#model/money/commissions.ts'
import { minorDigits, percentToBasisPoints, toCents, toMajor } from '#model/platform/money.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { editVersioned } from '#server/platform/audit/edit-versioned.ts'
import { recordChange, type AuditChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import {
  deleteCommissionRuleRow,
  findCommissionRule,
  insertCommissionRule,
  areRuleReferencesValid,
  listPromoterRules,
  lockCommissionRule,
  updateCommissionRule,
  type ConsoleRuleRow,
} from './rule-rows.ts'

export const listCommissionRules: UseCase<typeof listContract, PromoterCall> = async (
  context,
  { promoterId },
) => succeed({ rules: (await listPromoterRules(context.db, promoterId)).map(viewRule) })

/** Error codes of the foreign keys to a ticket type, event or member that was deleted after `areRuleReferencesValid`. */
const GONE = {
  commission_rules_member_id_fkey: 'NOT_FOUND',
  commission_rules_promoter_id_event_id_fkey: 'NOT_FOUND',
  commission_rules_promoter_id_ticket_type_id_fkey: 'NOT_FOUND',
} as const

/** Creates a commission rule, which only applies to later sales. */
export const createCommissionRule: UseCase<typeof createContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  const terms = readTerms(body.terms, body.currency)
  if (!terms.success) return terms
  const now = new Date(context.clock.now())
  const rule = { ...body, terms: terms.data, promoterId, now }
  return transact(
    context.db,
    async (trx): Promise<Result<{ rule: ConsoleRule }, CodeOf<typeof createContract>>> => {
      if (!(await areRuleReferencesValid(trx, rule))) return fail('NOT_FOUND')
      const id = await insertCommissionRule(trx, rule)
      if (id === undefined) return fail('RULE_THERE')
      const row = await findCommissionRule(trx, { promoterId, id })
      if (!row) return fail('NOT_FOUND')
      await recordChange(trx, { ...changeOf(call, row, 'created'), after: stateOf(row) }, now)
      return succeed({ rule: viewRule(row) })
    },
    GONE,
  )
}

export const putCommissionRule: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body, params } = call
  const which = { promoterId, id: params.id }
  return editVersioned(context, call, {
    version: body.version,
    lock: (trx) => lockCommissionRule(trx, which),
    write: async (trx, before) => {
      const terms = readTerms(body.terms, before.currency)
      return terms.success
        ? updateCommissionRule(trx, { ...which, approval: body.approval, terms: terms.data })
        : terms
    },
    view: viewRule,
    data: (rule) => ({ rule }),
    action: 'commission_rule.changed',
    subject: subjectOf,
    state: stateOf,
  })
}

export const deleteCommissionRule: UseCase<typeof deleteContract, PromoterCall> = async (context, call) => {
  const { promoterId, params } = call
  const which = { promoterId, id: params.id }
  return transact(context.db, async (trx) => {
    const before = await lockCommissionRule(trx, which)
    if (!before) return fail('NOT_FOUND')
    await deleteCommissionRuleRow(trx, which)
    const change = { ...changeOf(call, before, 'deleted'), before: stateOf(before) }
    await recordChange(trx, change, new Date(context.clock.now()))
    return succeed({})
  })
}

function readTerms(terms: RuleTerms, currency: string | null): Result<CommissionTerms, 'VALIDATION_ERROR'> {
  const { kind } = terms
  if (kind === 'percentage') return succeed({ kind, basisPoints: percentToBasisPoints(terms.percent) })
  if (kind === 'tiers') {
    const tiers = terms.steps.map((step) => ({
      from: step.after,
      basisPoints: percentToBasisPoints(step.percent),
    }))
    return succeed({ kind, tiers: tiers.toSorted((one, other) => one.from - other.from) })
  }
  if (currency === null)
    return fail('VALIDATION_ERROR', [{ path: 'currency', message: 'A fixed amount needs a currency.' }])
  const amountCents = toCents(terms.amount, currency)
  if (toMajor(amountCents, currency) === terms.amount) return succeed({ kind, amountCents })
  const message = `Use at most ${minorDigits(currency)} decimals.`
  return fail('VALIDATION_ERROR', [{ path: 'terms.amount', message }])
}

const viewRule = ({ terms, ...row }: ConsoleRuleRow): ConsoleRule => ({
  ...row,
  terms: viewTerms(terms, row.currency),
})

function viewTerms(terms: CommissionTerms, currency: string | null): RuleTerms {
  const { kind } = terms
  if (kind === 'percentage') return { kind, percent: terms.basisPoints / 100 }
  if (kind === 'fixed') return { kind, amount: toMajor(terms.amountCents, currency ?? 'EUR') }
  const steps = terms.tiers.map(({ from, basisPoints }) => ({ after: from, percent: basisPoints / 100 }))
  return { kind, steps }
}

const changeOf = (
  { promoterId, actor }: PromoterCall,
  row: ConsoleRuleRow,
  verb: 'created' | 'deleted',
): AuditChange => ({ promoterId, actor, action: `commission_rule.${verb}`, subject: subjectOf(row) })

const subjectOf = ({ id, eventTitle, ticketName }: ConsoleRuleRow): AuditChange['subject'] => ({
  id,
  name: [eventTitle, ticketName].filter(Boolean).join(', '),
})

const stateOf = (row: ConsoleRuleRow) => {
  const { memberId, eventId, ticketTypeId, currency, approval, terms } = viewRule(row)
  return { memberId, eventId, ticketTypeId, currency, approval, terms }
}
