import { isLegalKind, LEGAL_NAMES } from '#model/legal.ts'
import type { Site } from '#model/sites.ts'
import type { Context } from '../context.ts'
import { findLegalText, type StoredLegalText } from './legal-rows.ts'

/** A page as visitors read it. */
export interface LegalPage extends StoredLegalText {
  name: string
  text: string
  /** Whether a newer version is in force. */
  isPast: boolean
}

/** The site's page of this kind in force, or in the version that an order names; undefined when there is none. */
export async function getLegalPage(
  { db }: Context,
  find: { site: Site; kind: string; version: string | null },
): Promise<LegalPage | undefined> {
  const { site, kind } = find
  const version = readVersion(find.version)
  if (site.kind === 'unknown' || !isLegalKind(kind) || version === 'none') return undefined
  const owner = site.kind === 'storefront' ? site.promoterId : null
  const newest = await findLegalText(db, { owner, kind })
  const found = version === 'newest' ? newest : await findLegalText(db, { owner, kind, version })
  if (!found || found.text === null) return undefined
  return { ...found, text: found.text, name: LEGAL_NAMES[kind], isPast: found.version !== newest?.version }
}

function readVersion(text: string | null): number | 'newest' | 'none' {
  if (text === null) return 'newest'
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 'none'
}
