import { legalTextUrl } from '#contracts/platform/legal-urls.ts'
import { acceptanceSentence, legalTextsKey, type BuyerLegalText } from '#model/sites/buyer-legal-texts.ts'
import { writeDraftField } from '#stores/checkout/checkout-draft.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useField } from './use-field.ts'

/**
 * Checkbox to accept the terms. Stores the accepted versions, and is cleared if there are new ones. Renders nothing without legal texts.
 */
export function TermsField({ texts }: { texts: readonly BuyerLegalText[] }) {
  const bound = useField('terms')
  if (texts.length === 0) return null
  const key = legalTextsKey(texts)
  return (
    <Checkbox
      {...bound}
      value={key}
      checked={bound.value === key}
      onChange={(event) => writeDraftField('terms', event.target.checked ? key : '')}
      label={<TermsSentence texts={texts} />}
      required
    />
  )
}

/** The links open a new tab, so that the form's input is kept. */
export function TermsSentence({ texts }: { texts: readonly BuyerLegalText[] }) {
  return acceptanceSentence(texts).map(({ text, to }) =>
    to ? (
      <a key={text} href={legalTextUrl(to)} target="_blank" rel="noopener">
        {text}
      </a>
    ) : (
      text
    ),
  )
}
