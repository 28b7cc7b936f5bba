import { MAIN_SITE } from '#contracts/platform/legal-urls.ts'
import { isLegalKind, LEGAL_NAMES } from '#model/sites/legal.ts'
import { isInSiteScope, siteScopeOf, type Site } from '#model/sites/sites.ts'
import { isUuid } from '#server/platform/ids/is-uuid.ts'
import type { Context } from '#server/context.ts'
import { findLegalText, type StoredLegalText } from './legal-rows.ts'
import { findLegalOwner } from './legal-owners.ts'

export interface LegalPage extends StoredLegalText {
  name: string
  text: string
  promoterId: string | null
  by: string
  isPast: boolean
}

interface Find {
  site: Site
  kind: string
  version: string | null
  /** Publisher of the text: a promoter's id, MAIN_SITE, or null for the publisher of the current site. */
  by?: string | null
}

/** Returns the text in effect, or the version that an order refers to. Undefined when this site has no such text. */
export async function getLegalPage(context: Context, find: Find): Promise<LegalPage | undefined> {
  const { db } = context
  const { site, kind, by = null } = find
  const version = readVersion(find.version)
  const promoterId = readOwner(site, by)
  if (!isLegalKind(kind) || version === 'none' || promoterId === undefined) return undefined
  const of = { owner: promoterId, kind }
  const newest = await findLegalText(db, of)
  const found = version === 'newest' ? newest : await findLegalText(db, { ...of, version })
  if (!found || found.text === null) return undefined
  const isPast = found.version !== newest?.version
  const owner = by === null ? site.settings.siteName : await findLegalOwner(context, promoterId)
  return { ...found, text: found.text, name: LEGAL_NAMES[kind], promoterId, by: owner, isPast }
}

function readVersion(text: string | null): number | 'newest' | 'none' {
  if (text === null) return 'newest'
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 'none'
}

/**
 * Returns the promoter's id, null for the main site, or undefined for a promoter whose texts aren't shown on this
 * site.
 */
function readOwner(site: Site, by: string | null): string | null | undefined {
  if (site.kind === 'unknown') return undefined
  if (by === null) return site.kind === 'storefront' ? site.promoterId : null
  if (by === MAIN_SITE) return null
  const promoterId = by.toLowerCase()
  return isUuid(promoterId) && isInSiteScope(siteScopeOf(site), promoterId) ? promoterId : undefined
}
