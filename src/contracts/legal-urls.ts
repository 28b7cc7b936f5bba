import type { LegalKind } from '#model/legal.ts'

/** A legal page of the site that one is on. Apart from the shop's addresses: nobody's first tap needs it. */
export const legalUrl = (kind: LegalKind): string => `/legal/${kind}`

/** A promoter's page, or the main site's (no promoter), on the promoter's sites and on the main site; without a version the one in force. */
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
