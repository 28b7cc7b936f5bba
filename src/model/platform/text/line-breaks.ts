/** A piece of text without a possible line break. `hasSpace`: a space precedes it. */
export interface TextPiece {
  text: string
  hasSpace: boolean
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Characters that can't begin a line, and characters that can't end one. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ー々]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u

/** Splits a text at possible line breaks: at spaces, and between words of scripts without spaces. */
export function splitAtLineBreaks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  for (const chunk of text.split(/\s+/).filter(Boolean)) {
    let isFirst = true
    for (const word of CJK.test(chunk) ? wordsOf(chunk) : [chunk]) {
      const last = pieces.at(-1)
      if (!isFirst && last && (CLOSING.test(word) || OPENING.test(last.text))) last.text += word
      else pieces.push({ text: word, hasSpace: isFirst })
      isFirst = false
    }
  }
  return pieces
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
