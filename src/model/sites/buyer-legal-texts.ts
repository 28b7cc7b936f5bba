import * as z from 'zod/mini'
import { reference } from '#model/platform/bounds.ts'

export const BUYER_LEGAL_KINDS = ['terms', 'refunds', 'privacy'] as const

export const legalTextVersion = z.object({
  kind: z.enum(BUYER_LEGAL_KINDS),
  /** Promoter who published the text; null for texts of the main site. */
  promoterId: z.nullable(reference),
  version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
})
export type LegalTextVersion = z.infer<typeof legalTextVersion>

export const buyerLegalText = z.extend(legalTextVersion, { by: z.string() })
export type BuyerLegalText = z.infer<typeof buyerLegalText>

export const acceptedLegalText = z.extend(buyerLegalText, { publishedAt: z.string() })
export type AcceptedLegalText = z.infer<typeof acceptedLegalText>

/**
 * Selects the current texts to show to a promoter's buyers: the promoter's own texts, and the main site's terms when
 * the promoter has no terms.
 */
export const legalTextsForBuyers = <Text extends Pick<LegalTextVersion, 'kind' | 'promoterId'>>(
  inForce: readonly Text[],
): Text[] =>
  BUYER_LEGAL_KINDS.flatMap((kind) => {
    const texts = inForce.filter((text) => text.kind === kind)
    const own = texts.find(({ promoterId }) => promoterId !== null)
    return own ?? (kind === 'terms' ? texts : [])
  })

/**
 * Returns a key for a list of versions. Forms submit it in a hidden field, which tells the versions that the buyer
 * was shown.
 */
export const legalTextsKey = (texts: readonly LegalTextVersion[]): string =>
  texts.map(({ kind, promoterId, version }) => `${kind} ${promoterId ?? 'main'} ${version}`).join(', ')

export const areSameLegalTexts = (
  one: readonly LegalTextVersion[],
  other: readonly LegalTextVersion[],
): boolean => legalTextsKey(one) === legalTextsKey(other)

/** A part of a sentence. `to`: the text that the part links to. */
export interface LegalSentencePart {
  text: string
  to?: LegalTextVersion
}

const NAMES = { terms: 'terms', refunds: 'refund policy', privacy: 'privacy policy' } as const

/**
 * Builds a sentence such as 'I accept the terms and the refund policy of Aurora Halls, and have read its privacy
 * policy.' Empty when there are no texts.
 */
export function acceptanceSentence(texts: readonly BuyerLegalText[]): LegalSentencePart[] {
  const accepted = texts.filter(({ kind }) => kind !== 'privacy')
  const privacy = texts.find(({ kind }) => kind === 'privacy')
  const isOneOwner = new Set(texts.map(({ promoterId }) => promoterId)).size === 1
  return [
    ...(accepted.length > 0 ? [{ text: 'I accept ' }, ...listParts(accepted)] : []),
    ...(privacy ? [{ text: accepted.length > 0 ? ', and have read ' : 'I have read ' }] : []),
    ...(privacy && accepted.length > 0 && isOneOwner
      ? [{ text: 'its ' }, linkTo(privacy)]
      : listParts(privacy ? [privacy] : [])),
    ...(texts.length > 0 ? [{ text: '.' }] : []),
  ]
}

/**
 * Builds a list such as 'the terms and the refund policy of Aurora Halls', or 'the terms of Foyer and the refund
 * policy of Aurora Halls'.
 */
const listParts = (texts: readonly BuyerLegalText[]): LegalSentencePart[] =>
  texts.flatMap((text, index) => {
    const next = texts[index + 1]
    const isNamed = next?.promoterId !== text.promoterId
    return [
      { text: index === 0 ? 'the ' : ' and the ' },
      linkTo(text),
      ...(isNamed ? [{ text: ` of ${text.by}` }] : []),
    ]
  })

const linkTo = ({ kind, promoterId, version }: BuyerLegalText): LegalSentencePart => ({
  text: NAMES[kind],
  to: { kind, promoterId, version },
})
