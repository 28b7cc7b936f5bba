import type { LegalText } from '#contracts/console/legal.ts'
import { fail } from '#contracts/platform/errors.ts'
import { legalUrl } from '#contracts/platform/legal-urls.ts'
import { markdownComplexityError } from '#model/platform/markdown-bounds.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { LEGAL_KINDS, LEGAL_NAMES, type LegalKind } from '#model/sites/legal.ts'
import type { Db, Trx } from '#server/platform/db/query.ts'
import { findLegalText, insertLegalText, listNewestLegalTexts, type StoredLegalText } from './legal-rows.ts'

/** Limit per day, because all versions are kept. */
export const LEGAL_PUBLISHING_LIMIT = { name: 'publish legal text', points: 100, seconds: 86_400 }

/** `owner` is a promoter's id, or null for the main site. `site` is the site's URL; undefined when the promoter has none. */
interface Owned {
  owner: string | null
  site: string | undefined
}

export async function viewLegalTexts(db: Db, { owner, site }: Owned): Promise<LegalText[]> {
  const stored = await listNewestLegalTexts(db, owner)
  return LEGAL_KINDS.map((kind) =>
    viewOf(
      kind,
      stored.find((each) => each.kind === kind),
      site,
    ),
  )
}

/** Publishes a new version. VALIDATION_ERROR for Markdown that is too complex, EDIT_CONFLICT when a newer version exists. */
export async function publishLegalText(
  trx: Trx,
  write: Owned & { kind: LegalKind; text: string; version: number; now: Date },
): Promise<Result<{ text: LegalText; before: string }, 'VALIDATION_ERROR' | 'EDIT_CONFLICT'>> {
  const { owner, site, kind, text, version, now } = write
  const tangled = markdownComplexityError(text)
  if (tangled) return fail('VALIDATION_ERROR', [{ path: 'text', message: tangled }])
  const before = await findLegalText(trx, { owner, kind })
  const after = { kind, version: version + 1, text: text || null, createdAt: now }
  const isNext = (before?.version ?? 0) === version
  if (!isNext || !(await insertLegalText(trx, { ...after, owner }))) {
    const current = await findLegalText(trx, { owner, kind })
    return fail('EDIT_CONFLICT', { current: viewOf(kind, current, site) })
  }
  return succeed({ text: viewOf(kind, after, site), before: before?.text ?? '' })
}

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
