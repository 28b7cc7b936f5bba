/** Pages that a seller owes its buyers, in the order in which a footer names them. */
export const LEGAL_KINDS = ['terms', 'refunds', 'privacy', 'imprint', 'contact'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]

export const LEGAL_NAMES: Readonly<Record<LegalKind, string>> = {
  terms: 'Terms',
  refunds: 'Refund policy',
  privacy: 'Privacy',
  imprint: 'Imprint',
  contact: 'Contact',
}

/** What `markdownComplexityError` lets through. */
export const LONGEST_LEGAL_TEXT = 20_000

export const inFooterOrder = (kinds: readonly LegalKind[]): LegalKind[] =>
  LEGAL_KINDS.filter((kind) => kinds.includes(kind))

export const isLegalKind = (text: string): text is LegalKind => LEGAL_KINDS.some((kind) => kind === text)
