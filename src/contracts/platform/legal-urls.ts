import type { LegalKind } from '#model/sites/legal.ts'

/** In a file of its own: no first interaction needs it. */
export const legalUrl = (kind: LegalKind): string => `/legal/${kind}`

/** A legal page of a promoter, or of the main site without a promoter. Without a version: the one in force. */
export const legalTextUrl = (of: {
  kind: LegalKind
  promoterId: string | null
  version?: number | undefined
}): string => {
  const query = new URLSearchParams({ by: of.promoterId ?? MAIN_SITE })
  if (of.version !== undefined) query.set('version', String(of.version))
  return `${legalUrl(of.kind)}?${query.toString()}`
}

/** Value of `by` for the main site's pages. */
export const MAIN_SITE = 'main'
