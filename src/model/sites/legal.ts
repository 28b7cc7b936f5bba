export const LEGAL_KINDS = ['terms', 'refunds', 'privacy', 'imprint', 'contact'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]

export const LEGAL_NAMES: Readonly<Record<LegalKind, string>> = {
  terms: 'Terms',
  refunds: 'Refund policy',
  privacy: 'Privacy',
  imprint: 'Imprint',
  contact: 'Contact',
}

/** Maximum length in characters, like the limit of `markdownComplexityError`. */
export const MAX_LEGAL_TEXT_LENGTH = 20_000

export const sortForFooter = (kinds: readonly LegalKind[]): LegalKind[] =>
  LEGAL_KINDS.filter((kind) => kinds.includes(kind))

export const isLegalKind = (text: string): text is LegalKind => LEGAL_KINDS.some((kind) => kind === text)
