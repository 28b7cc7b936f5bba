import { expect, test } from 'vitest'
import { shareImageSvg, type Outline } from '#model/catalog/share-image.ts'

const SUBJECT = {
  id: 'x',
  title: '',
  line: 'Fri 4 Dec · Berlin',
  siteName: 'Aurora',
  primaryColor: '#112233',
  secondaryColor: '#445566',
}

/** Outline of letters with equal width; counts how often they are drawn. */
function counting(): { outline: Outline; letters: () => number } {
  let letters = 0
  const outline: Outline = (text) => {
    letters += text.length
    return { path: `M${text.length} 0`, width: text.length * 500 }
  }
  return { outline, letters: () => letters }
}

test.each([
  ['short words', 'a '.repeat(80)],
  ['words without spaces between them', '漢字'.repeat(80)],
  ['one long word', 'w'.repeat(160)],
])('letters are drawn a few times, however a title is broken: %s', (_name, title) => {
  const { outline, letters } = counting()
  shareImageSvg({ ...SUBJECT, title, line: title, siteName: title }, outline)
  expect(letters()).toBeLessThan(title.length * 3 * 3)
})

test('lines are filled word by word in the largest size that fits', () => {
  const { outline } = counting()
  const sizesOf = (title: string): string[] =>
    [...shareImageSvg({ ...SUBJECT, title }, outline).matchAll(/scale\(([\d.]+) [^"]*" d="M(\d+) 0"/g)].map(
      ([, scale, letters]) => `${scale} ${letters}`,
    )
  // 1040 / (0.104 × 500) = 20 letters in the largest size.
  expect(sizesOf('ten letter ten letter').slice(0, -2)).toEqual(['0.104 14', '0.104 6'])
  expect(sizesOf('abcde '.repeat(7).trim()).slice(0, -2)).toEqual(['0.08 23', '0.08 17'])
})
