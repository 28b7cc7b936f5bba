/** Dot-matrix font of 5 × 7 dots. Each row is five bits, written as one digit in base 32, from top to bottom. */
const ROWS: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vggsggv',
  F: 'vggsggg',
  G: 'ehgnhhe',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hpplljh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hha4444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '*': '04le el',
}

export const LETTER_COLUMNS = 5
export const LETTER_ROWS = 7

export function isDotLit(letter: string, column: number, row: number): boolean {
  const bits = Number.parseInt((ROWS[letter] ?? ROWS['*'] ?? '')[row] ?? '0', 32) || 0
  return ((bits >> (LETTER_COLUMNS - 1 - column)) & 1) === 1
}
