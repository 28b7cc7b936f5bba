import anyAscii from 'any-ascii'
import bidiFactory from 'bidi-js'
import type { FontName, Fonts } from './ticket-fonts.ts'

/** Part of a line in one font and direction. */
export interface TextRun {
  font: FontName
  /** Text to draw, with mirrored brackets and transliterated characters. */
  text: string
  isRtl: boolean
}

const bidi = bidiFactory()

/**
 * Splits a line into runs in visual order, from left to right (Unicode Bidirectional Algorithm). Brackets are mirrored. The
 * letters of right-to-left scripts stay in logical order, because shaping reverses them. Characters without a glyph are
 * transliterated.
 */
export function visualRuns(line: string, fonts: Fonts, isRtlLine: boolean): TextRun[] {
  const text = line.normalize('NFC')
  const embedding = bidi.getEmbeddingLevels(text, isRtlLine ? 'rtl' : 'ltr')
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
  const runs = levelRuns(text, { levels: embedding.levels, mirrored })
  return reorder(runs).flatMap(({ text: part, level }) => {
    const isRtl = level % 2 === 1
    const inFonts = splitByFont(part, fonts).map((run) => ({ ...run, isRtl }))
    return isRtl ? inFonts.toReversed().map(reverseNeutral) : inFonts
  })
}

/** Replaces emoji by their names, such as `:tada:`, in a text that would be blank otherwise. */
export const withoutBlank = (text: string, fonts: Fonts): string =>
  splitByFont(text, fonts).every((run) => isInvisible.test(run.text)) ? anyAscii(text) : text

const isInvisible = /^[\s\p{Cf}\p{Mn}]*$/u

interface LevelRun {
  text: string
  level: number
}

function levelRuns(
  text: string,
  { levels, mirrored }: { levels: Uint8Array; mirrored: ReadonlyMap<number, string> },
): LevelRun[] {
  const runs: LevelRun[] = []
  for (let index = 0; index < text.length; index += 1) {
    const level = levels[index] ?? 0
    const letter = mirrored.get(index) ?? text.charAt(index)
    const last = runs.at(-1)
    if (last?.level === level) last.text += letter
    else runs.push({ text: letter, level })
  }
  return runs
}

/**
 * Implements rule L2 of the algorithm: from the highest level down to the lowest odd one, reverses each sequence of runs at
 * that level or higher.
 */
function reorder(given: readonly LevelRun[]): LevelRun[] {
  let runs = [...given]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const next: LevelRun[] = []
    let sequence: LevelRun[] = []
    for (const run of runs) {
      if (run.level >= level) sequence.unshift(run)
      else {
        next.push(...sequence, run)
        sequence = []
      }
    }
    runs = [...next, ...sequence]
  }
  return runs
}

/**
 * Splits text by font. Spaces and punctuation stay in the font of the preceding letters if possible, because shaping depends
 * on neighbours.
 */
function splitByFont(text: string, fonts: Fonts): Omit<TextRun, 'isRtl'>[] {
  const runs: Omit<TextRun, 'isRtl'>[] = []
  const add = (font: FontName, part: string): void => {
    const last = runs.at(-1)
    if (last?.font === font) last.text += part
    else runs.push({ font, text: part })
  }
  let isTransliterated = false
  for (const letter of text) {
    const last = runs.at(-1)?.font
    const font =
      last !== undefined && !/[\p{L}\p{N}]/u.test(letter) && fonts.has(last, letter)
        ? last
        : fonts.find(letter)
    // A mark is transliterated with its letter, because it is a vowel in Thai, for example.
    const hasText: boolean = isMark.test(letter) ? isTransliterated : !hasNoText.test(letter)
    if (font !== undefined) add(font, letter)
    else if (hasText) add('latin', anyAscii(letter))
    isTransliterated = font === undefined && hasText
  }
  return runs.filter((run) => run.text !== '')
}

/** Matches emoji, direction marks and joiners, for which fonts may have no glyph. */
const hasNoText = /[\p{Extended_Pictographic}\p{Cf}\p{Cc}]/u

/** Matches accents, vowel signs and variation selectors. */
const isMark = /\p{Mn}/u

/** Reverses a run of only spaces and punctuation, because shaping treats it as written from left to right. */
const reverseNeutral = (run: TextRun): TextRun =>
  /\p{L}/u.test(run.text) ? run : { ...run, text: Array.from(run.text).toReversed().join('') }
