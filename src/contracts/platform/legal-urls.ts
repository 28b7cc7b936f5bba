import type { LegalKind } from '#model/sites/legal.ts'

/**
 * URL of a legal page of this site. In its own file, so that the JavaScript for a page's first interaction doesn't
 * include the other URLs.
 */
export const legalUrl = (kind: LegalKind): string => `/legal/${kind}`

/** URL of a legal page of a promoter, or of the main site if `by` is omitted. Without a version, the page shows the current one. */
export const legalTextUrl = (legalText: {
  kind: LegalKind
  promoterId: string | null
  version?: number | undefined
}): string => {
  const query = new URLSearchParams({ by: legalText.promoterId ?? MAIN_SITE })
  if (legalText.version !== undefined) query.set('version', String(legalText.version))
  return `${legalUrl(legalText.kind)}?${query.toString()}`
}

/** Value of the query parameter `by` for legal pages of the main site. */
export const MAIN_SITE = 'main'
