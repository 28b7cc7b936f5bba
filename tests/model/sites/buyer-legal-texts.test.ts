import { describe, expect, test } from 'vitest'
import {
  acceptanceSentence,
  areSameLegalTexts,
  legalTextsForBuyers,
  type BuyerLegalText,
} from '#model/sites/buyer-legal-texts.ts'

const own = (kind: BuyerLegalText['kind'], version = 1): BuyerLegalText => ({
  kind,
  promoterId: 'aurora',
  version,
  by: 'Aurora Halls',
})
const main = (kind: BuyerLegalText['kind']): BuyerLegalText => ({
  kind,
  promoterId: null,
  version: 1,
  by: 'Foyer',
})

describe('legal texts shown to a promoter’s buyers', () => {
  test.each([
    ['none', [], []],
    ['the promoter’s own', [own('privacy'), own('terms')], [own('terms'), own('privacy')]],
    ['its own terms before the main site’s', [main('terms'), own('terms')], [own('terms')]],
    [
      'the main site’s terms where it has none',
      [own('refunds'), main('terms')],
      [main('terms'), own('refunds')],
    ],
    ['nothing else of the main site', [main('refunds'), main('privacy')], []],
  ])('are %s', (_, inForce, shown) => {
    expect(legalTextsForBuyers(inForce)).toEqual(shown)
  })

  test('are equal only in the same versions', () => {
    expect(areSameLegalTexts([own('terms', 2)], [own('terms', 2)])).toBe(true)
    expect(areSameLegalTexts([own('terms', 2)], [own('terms', 1)])).toBe(false)
    expect(areSameLegalTexts([own('terms')], [main('terms')])).toBe(false)
    expect(areSameLegalTexts([own('terms')], [])).toBe(false)
    expect(areSameLegalTexts([own('terms')], [own('terms'), own('privacy')])).toBe(false)
  })

  test.each([
    ['', []],
    ['I accept the [terms] of Aurora Halls.', [own('terms')]],
    [
      'I accept the [terms] and the [refund policy] of Aurora Halls, and have read its [privacy policy].',
      [own('terms'), own('refunds'), own('privacy')],
    ],
    [
      'I accept the [terms] of Foyer and the [refund policy] of Aurora Halls, and have read the [privacy policy] of Aurora Halls.',
      [main('terms'), own('refunds'), own('privacy')],
    ],
    [
      'I accept the [terms] of Foyer, and have read the [privacy policy] of Aurora Halls.',
      [main('terms'), own('privacy')],
    ],
    ['I have read the [privacy policy] of Aurora Halls.', [own('privacy')]],
  ])('are accepted with “%s”', (sentence, texts) => {
    const parts = acceptanceSentence(texts)
    expect(parts.map(({ text, to }) => (to ? `[${text}]` : text)).join('')).toBe(sentence)
    expect(parts.flatMap(({ to }) => to ?? [])).toEqual(
      texts.map(({ kind, promoterId, version }) => ({ kind, promoterId, version })),
    )
  })
})
