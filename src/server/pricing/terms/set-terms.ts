import type {
  followDefaultTerms as followContract,
  setDefaultTerms as defaultContract,
  setPromoterTerms as promoterContract,
} from '#contracts/operator/terms.ts'
import { fail } from '#contracts/platform/errors.ts'
import { DEFAULT_REMITTANCE, type PlatformTerms } from '#model/pricing/platform-terms.ts'
import { NO_FEES } from '#model/pricing/fees.ts'
import { termsChangeAt, isDefaultTerms, isPromoterTerms, termsAt } from '#model/pricing/terms-history.ts'
import { toPlatformTerms, toTermsView } from '#model/pricing/convert-terms.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { viewTermsOf } from './get-terms.ts'
import {
  findPromoterName,
  insertTerms,
  listAffectedOwners,
  listDefaultTerms,
  listTermsOfPromoter,
  lockPlatformTerms,
  type TermsRow,
} from './terms-rows.ts'
import { viewDefaultTerms } from './terms-view.ts'

export const setDefaultTerms: UseCase<typeof defaultContract, AccountCall> = async (context, call) => {
  const { currency, effectiveFrom, ...terms } = call.body
  const change = { currency, effectiveFrom, terms: toPlatformTerms(terms, currency) }
  const changed = await setTerms(context, call, { ...change, promoter: undefined })
  if (!changed.success) return changed
  return succeed(
    viewDefaultTerms(currency, await listDefaultTerms(context.db), new Date(context.clock.now())),
  )
}

export const setPromoterTerms: UseCase<typeof promoterContract, AccountCall> = (context, call) => {
  const { currency, effectiveFrom, ...terms } = call.body
  return setTermsOf(context, call, { currency, effectiveFrom, terms: toPlatformTerms(terms, currency) })
}

export const followDefaultTerms: UseCase<typeof followContract, AccountCall> = (context, call) =>
  setTermsOf(context, call, { ...call.body, terms: undefined })

interface NewTerms {
  currency: string
  /** Time from which the terms apply. Undefined means now. */
  effectiveFrom?: string | undefined
  terms: PlatformTerms | undefined
}

async function setTermsOf(
  context: Context,
  call: AccountCall & { params: { id: string } },
  change: NewTerms,
) {
  const { id } = call.params
  const name = isUuid(id) ? await findPromoterName(context.db, id) : undefined
  if (name === undefined) return fail('NOT_FOUND')
  const promoter = { id, name }
  const changed = await setTerms(context, call, { ...change, promoter })
  return changed.success ? succeed(await viewTermsOf(context, promoter)) : changed
}

interface TermsToSet extends NewTerms {
  promoter: { id: string; name: string } | undefined
}

/**
 * Writes new terms. Writes nothing when the same terms already apply at that time, so that repeating a request has no
 * effect.
 */
async function setTerms(
  context: Context,
  { account }: AccountCall,
  { effectiveFrom, ...change }: TermsToSet,
): Promise<Result<null, 'VALIDATION_ERROR'>> {
  return transact(context.db, async (trx) => {
    await lockPlatformTerms(trx)
    const now = new Date(context.clock.now())
    const from = effectiveFrom === undefined ? now : new Date(effectiveFrom)
    if (from < now)
      return fail('VALIDATION_ERROR', [{ path: 'effectiveFrom', message: 'Choose a time in the future.' }])
    const rows = await listTerms(trx, change)
    const before = termsChangeAt(rows.filter(change.promoter ? isPromoterTerms : isDefaultTerms), from)
    if (isSame(before, change)) return succeed(null)
    await writeTerms(trx, { ...change, rows, from, accountId: account.id, now })
    return succeed(null)
  })
}

async function listTerms(trx: PipelinedTransaction, change: TermsToSet): Promise<TermsRow[]> {
  const rows = await (change.promoter ? listTermsOfPromoter(trx, change.promoter.id) : listDefaultTerms(trx))
  return rows.filter(({ currency }) => currency === change.currency)
}

function isSame(before: TermsRow | undefined, { currency, terms, promoter }: TermsToSet): boolean {
  if (!terms) return promoter !== undefined && (before?.followsDefault ?? true)
  return (
    before !== undefined &&
    !before.followsDefault &&
    JSON.stringify(toTermsView(before, currency)) === JSON.stringify(toTermsView(terms, currency))
  )
}

/** Placeholder amounts in a row that makes a promoter follow the default terms. They are never read. */
const NO_TERMS: PlatformTerms = { ...NO_FEES, ticketMinimumCents: 0, ...DEFAULT_REMITTANCE }

interface Change extends TermsToSet {
  rows: readonly TermsRow[]
  from: Date
  accountId: string
  now: Date
}

async function writeTerms(trx: PipelinedTransaction, change: Change): Promise<void> {
  const { currency, terms, promoter, rows, from, accountId, now } = change
  const termsId = await insertTerms(trx, {
    ...(terms ?? NO_TERMS),
    promoterId: promoter?.id ?? null,
    currency,
    followsDefault: !terms,
    effectiveFrom: from,
    createdBy: accountId,
    now,
  })
  const applied = termsAt(rows, from)
  const applies = terms ?? termsChangeAt(rows.filter(isDefaultTerms), from)
  const [before, after] = [applied, applies].map((row) => row && toTermsView(row, currency))
  logChange(trx, change, { before, after })
  if (JSON.stringify(before) !== JSON.stringify(after)) await mailOwners(trx, change, termsId)
}

function logChange(
  trx: PipelinedTransaction,
  { currency, terms, promoter, from, accountId, now }: Change,
  { before, after }: { before: object | undefined; after: object | undefined },
): void {
  const states = {
    before: before && { currency, ...before },
    after: { currency, ...after, followsDefault: !terms, effectiveFrom: from.toISOString() },
  }
  const action = 'terms.changed'
  const [subjectId, subject] = promoter
    ? [promoter.id, promoter.name]
    : [currency, `all promoters (default, ${currency})`]
  const ofPromoter = promoter ? { promoterId: promoter.id } : {}
  trx.send(
    insertOperatorChange(trx, { accountId, action, subjectId, subject, ...ofPromoter, ...states, now }),
  )
  if (!promoter) return
  // The promoter's audit log doesn't name the operator.
  const owner = { promoterId: promoter.id, actor: { accountId: null, apiKeyId: null } }
  trx.send(
    recordChange(trx, { ...owner, action, subject: { id: promoter.id, name: currency }, ...states }, now),
  )
}

async function mailOwners(
  trx: PipelinedTransaction,
  { currency, promoter, from, now }: Change,
  termsId: number,
): Promise<void> {
  const owners = await listAffectedOwners(trx, {
    promoterId: promoter?.id ?? null,
    currency,
    effectiveFrom: from,
  })
  const mails = owners.map((owner): MailFact => ({
    kind: 'terms_changed',
    fact: `terms_changed:${termsId}:${owner.promoterId}:${owner.accountId}`,
    payload: { ...owner, termsId },
    origin: null,
    promoterId: null,
  }))
  trx.send(writeMails(trx, mails, now))
}
