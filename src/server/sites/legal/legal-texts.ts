import type {
  LegalText,
  listLegalTexts as listContract,
  putLegalText as putContract,
} from '#contracts/console/legal.ts'
import { fail } from '#contracts/platform/errors.ts'
import { legalUrl } from '#contracts/platform/legal-urls.ts'
import { LEGAL_KINDS, LEGAL_NAMES, type LegalKind } from '#model/sites/legal.ts'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'
import { succeed } from '#model/platform/result.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCall, UseCase } from '#server/use-case.ts'
import { findLegalText, insertLegalText, listNewestLegalTexts, type StoredLegalText } from './legal-rows.ts'
import { siteAddress } from '#server/platform/site-address.ts'

export const listLegalTexts: UseCase<typeof listContract, PromoterCall> = async (context, call) => {
  const stored = await listNewestLegalTexts(context.db, call.promoterId)
  const site = siteAddress(context, call, call.promoterId)
  return succeed({
    texts: LEGAL_KINDS.map((kind) =>
      viewOf(
        kind,
        stored.find((each) => each.kind === kind),
        site,
      ),
    ),
  })
}

/** All versions are kept. */
const PUBLISHING = { name: 'publish legal text', points: 100, seconds: 86_400 }

/** Publishes a version. VALIDATION_ERROR for Markdown that is too complex, EDIT_CONFLICT when a newer version exists. */
export const putLegalText: UseCase<typeof putContract, PromoterCall> = async (context, call) => {
  const { promoterId, body } = call
  const tooMany = await context.limits.take(PUBLISHING, promoterId)
  if (tooMany) return tooMany
  const { kind } = call.params
  const text = body.text || null
  const now = new Date(context.clock.now())
  const site = siteAddress(context, call, promoterId)
  return transact(context.db, async (trx) => {
    const tangled = markdownComplexityError(body.text)
    if (tangled) return fail('VALIDATION_ERROR', [{ path: 'text', message: tangled }])
    const before = await findLegalText(trx, { owner: promoterId, kind })
    const after = { kind, version: body.version + 1, text, createdAt: now }
    const isNext = (before?.version ?? 0) === body.version
    if (!isNext || !(await insertLegalText(trx, { ...after, owner: promoterId }))) {
      const current = await findLegalText(trx, { owner: promoterId, kind })
      return fail('EDIT_CONFLICT', { current: viewOf(kind, current, site) })
    }
    const states = { before: { text: before?.text ?? '' }, after: { text: text ?? '' } }
    const subject = { id: kind, name: LEGAL_NAMES[kind] }
    await recordChange(trx, { ...call, action: 'legal_text.changed', subject, ...states }, now)
    return succeed({ text: viewOf(kind, after, site) })
  })
}

/** `site`: URL of the promoter's site; undefined when it has none. */
function viewOf(kind: LegalKind, stored: StoredLegalText | undefined, site: string | undefined): LegalText {
  const text = stored?.text ?? ''
  return {
    kind,
    name: LEGAL_NAMES[kind],
    text,
    version: stored?.version ?? 0,
    updatedAt: stored?.createdAt.toISOString() ?? null,
    url: text && site !== undefined ? site + legalUrl(kind) : null,
  }
}
