export interface DirectedRun {
  text: string
  isRtl: boolean
}

const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const LTR = /[\p{L}\p{N}]/u

/** True when the text runs from right to left, which its first letter determines. */
export function isRtlText(text: string): boolean {
  for (const letter of text) {
    if (/\p{L}/u.test(letter)) return RTL.test(letter)
  }
  return false
}

/**
 * Returns the runs of a line in visual order, from left to right. Implements the part of the Unicode Bidirectional Algorithm
 * that a single line without embeddings needs: letters and numbers have a direction, a neutral character between equal
 * directions takes that direction, and other neutral characters take the line's.
 */
export function directedRuns(line: string, isRtlLine: boolean = isRtlText(line)): DirectedRun[] {
  const letters = Array.from(line)
  const strong = letters.map((letter) => directionOf(letter))
  const runs: DirectedRun[] = []
  letters.forEach((letter, index) => {
    const isRtl = strong[index] ?? between(strong, index) ?? isRtlLine
    const last = runs.at(-1)
    if (last?.isRtl === isRtl) last.text += letter
    else runs.push({ text: letter, isRtl })
  })
  return isRtlLine ? runs.toReversed() : runs
}

/**
 * Returns whether a character runs from right to left. Undefined for spaces and punctuation. Numbers run from left to
 * right in every script.
 */
function directionOf(letter: string): boolean | undefined {
  if (/\p{N}/u.test(letter)) return false
  if (RTL.test(letter)) return true
  return LTR.test(letter) ? false : undefined
}

/** Returns the common direction of the letters on both sides of a neutral character. Undefined when they differ. */
function between(strong: readonly (boolean | undefined)[], index: number): boolean | undefined {
  const before = strong.slice(0, index).findLast((each) => each !== undefined)
  const after = strong.slice(index + 1).find((each) => each !== undefined)
  return before === after ? before : undefined
}
