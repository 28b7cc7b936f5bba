import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brandColors,
  contrastRatio,
  fromOklch,
  readableColorOn,
  textColorOn,
  toOklch,
} from '#model/sites/colors.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#4f46e5', '#ffffff', 6.29],
    ['#123456', '#123456', 1],
  ])('%s on %s is %f', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2)
    expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2)
  })
})

describe('text on a brand colour', () => {
  test.each([
    ['#4f46e5', '#ffffff'],
    ['#ffd400', '#14141c'],
    ['#000000', '#ffffff'],
    ['#ffffff', '#14141c'],
  ])('on %s it is %s', (ground, text) => {
    expect(textColorOn(ground)).toBe(text)
  })

  test('has at least 4.5 : 1 on every colour', () => {
    const property = fc.property(color, (ground) => {
      expect(contrastRatio(textColorOn(ground), ground)).toBeGreaterThanOrEqual(4.5)
    })
    fc.assert(property, { numRuns: 2000 })
  })
})

describe('a brand colour as text', () => {
  test('has at least 4.5 : 1 on both backgrounds', () => {
    const property = fc.property(color, color, (primaryColor, secondaryColor) => {
      const brand = brandColors({ primaryColor, secondaryColor })
      expect(contrastRatio(brand.primaryOnLight, '#eeeff3')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(brand.primaryOnDark, '#272833')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(brand.onSecondary, brand.secondary)).toBeGreaterThanOrEqual(4.5)
    })
    fc.assert(property, { numRuns: 1000 })
  })

  test('is unchanged when legible', () => {
    const property = fc.property(color, color, (text, ground) => {
      fc.pre(contrastRatio(text, ground) >= 4.5)
      expect(readableColorOn(text, ground)).toBe(text)
    })
    fc.assert(property)
  })

  test('keeps its hue when darkened', () => {
    expect(toOklch(readableColorOn('#ffd400', '#ffffff')).hue).toBeCloseTo(toOklch('#ffd400').hue, -1)
  })
})

describe('OKLCH', () => {
  test('round-trips', () => {
    const property = fc.property(color, (each) => {
      expect(fromOklch(toOklch(each))).toBe(each)
    })
    fc.assert(property, { numRuns: 2000 })
  })

  test.each([
    ['#ffffff', 1, 0],
    ['#000000', 0, 0],
    ['#ff0000', 0.628, 0.258],
  ])('%s has lightness %f and chroma %f', (each, lightness, chroma) => {
    expect(toOklch(each).lightness).toBeCloseTo(lightness, 3)
    expect(toOklch(each).chroma).toBeCloseTo(chroma, 3)
  })
})
