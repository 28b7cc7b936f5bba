import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COVER_COMPOSITIONS } from '#model/catalog/cover-compositions.ts'
import { coverDataUrl, coverSvg } from '#model/catalog/cover.ts'
import { LETTER_COLUMNS, LETTER_ROWS, isDotLit } from '#model/platform/dot-letters.ts'

const promoter = { primaryColor: '#e11d48', secondaryColor: '#1c1230' }
const subject = fc.record({
  id: fc.uuid(),
  title: fc.string({ minLength: 1, unit: 'grapheme' }),
  promoter: fc.constant(promoter),
})
const shape = fc.constantFrom('card', 'hero')

describe('generated artwork', () => {
  test('is deterministic per event and differs between events', () => {
    const one = { id: 'a', title: 'Night Garden', promoter }
    expect(coverSvg(one, 'card')).toBe(coverSvg({ ...one }, 'card'))
    expect(coverSvg({ ...one, id: 'b' }, 'card')).not.toBe(coverSvg(one, 'card'))
  })

  test('is small and valid SVG for every event', () => {
    const property = fc.property(subject, shape, (event, each) => {
      const svg = coverSvg(event, each)
      expect(svg.length).toBeLessThan(5000)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(openTags(svg)).toEqual([])
    })
    fc.assert(property, { numRuns: 300 })
  })

  test('uses the site’s colours', () => {
    const event = { id: 'a', title: 'Night Garden', promoter }
    const other = { ...event, promoter: { primaryColor: '#0f766e', secondaryColor: '#0b132b' } }
    expect(coverSvg(other, 'card')).not.toBe(coverSvg(event, 'card'))
  })

  test('fills its picture in every composition and shape, and all differ', () => {
    const colors = {
      night: '#000',
      deep: '#111',
      primary: '#222',
      accent: '#333',
      spark: '#444',
      pale: '#555',
    }
    const arts = COVER_COMPOSITIONS.flatMap((compose) =>
      [
        { width: 900, height: 600 },
        { width: 1600, height: 800 },
      ].map((size) => compose({ ...size, colors, initial: 'N', random: () => 0.5 })),
    )
    for (const art of arts) expect(openTags(art)).toEqual([])
    expect(new Set(arts).size).toBe(COVER_COMPOSITIONS.length * 2)
  })

  test('decodes from its data URL', () => {
    const property = fc.property(subject, (event) => {
      const [, data = ''] = coverDataUrl(event, 'hero').split('data:image/svg+xml,')
      expect(decodeURIComponent(data)).toBe(coverSvg(event, 'hero'))
      expect(data).not.toMatch(/[\s"<>#]/)
    })
    fc.assert(property, { numRuns: 100 })
  })
})

describe('dot letters', () => {
  test('draws an L', () => {
    expect(drawn('L')).toBe('#....\n#....\n#....\n#....\n#....\n#....\n#####')
  })

  test('has a distinct shape for every letter and digit, and a star for others', () => {
    const shapes = new Set(Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*', drawn))
    expect(shapes.size).toBe(37)
    expect(drawn('静')).toBe(drawn('*'))
  })
})

function drawn(letter: string): string {
  const row = (y: number): string =>
    Array.from({ length: LETTER_COLUMNS }, (_, x) => (isDotLit(letter, x, y) ? '#' : '.')).join('')
  return Array.from({ length: LETTER_ROWS }, (_, y) => row(y)).join('\n')
}

function openTags(svg: string): string[] {
  const open: string[] = []
  for (const [, slash, name = '', rest = ''] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^>]*)>/g)) {
    if (slash && open.at(-1) === name) open.pop()
    else if (slash || !rest.endsWith('/')) open.push(`${slash}${name}`)
  }
  return open
}
