/** Matches Unicode embeddings, overrides and isolates, which change the order of the text around a name. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/u

export const hasBidiControl = (text: string): boolean => BIDI_CONTROL.test(text)

export const NO_BIDI_CONTROL =
  'This contains an invisible character that changes the text direction. Type it again.'
