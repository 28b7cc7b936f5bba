import type { LegalKind } from '#model/legal.ts'

/** Where a site's legal pages are; an order names the version that its buyer read. Apart from the shop's: nobody's first tap needs it. */
export const legalUrl = (kind: LegalKind, version?: number): string =>
  version === undefined ? `/legal/${kind}` : `/legal/${kind}?version=${version}`
