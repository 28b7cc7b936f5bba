import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { shareImageSvg, type ShareSubject } from '#model/catalog/share-image.ts'
import { loadGlyphOutlines } from '#server/sites/share-pictures/glyph-outlines.ts'
import { createShareImages, shareVersion } from '#server/sites/share-pictures/share-images.ts'

const SUBJECT: ShareSubject = {
  id: '0b7e1c8e-4f2e-4f0e-9b6b-0a8a4a2f7a11',
  title: 'Nachtstrom: All Night Long',
  line: 'Fri 4 Dec, 20:00 · Kraftwerk, Berlin',
  siteName: 'Aurora',
  primaryColor: '#4f46e5',
  secondaryColor: '#1e293b',
}

const NO_UPLOADS = { read: () => Promise.resolve(undefined) }

const outline = await loadGlyphOutlines()
/** Number of text rows on the picture. */
const rows = (subject: Partial<ShareSubject>): number =>
  shareImageSvg({ ...SUBJECT, ...subject }, outline).match(/<path transform="translate\(/g)?.length ?? 0

describe('the picture of a shared link', () => {
  test('is a small PNG in the networks’ size', async () => {
    const picture = await createShareImages(NO_UPLOADS).get(SUBJECT)
    const { format, width, height } = await sharp(picture?.bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
    expect(picture?.bytes.byteLength).toBeLessThan(300_000)
  })

  test('of an event with a cover is its crop around the focal point, as JPEG', async () => {
    const halves = { create: { width: 900, height: 1600, channels: 3, background: '#000' } } as const
    const below = { create: { width: 900, height: 800, channels: 3, background: '#fff' } } as const
    const cover = await sharp(halves)
      .composite([{ input: below, left: 0, top: 800 }])
      .webp()
      .toBuffer()
    const uploads = { read: () => Promise.resolve(Buffer.from(cover)) }
    const url = `/uploads/${'0'.repeat(64)}.webp`
    const shades = await Promise.all(
      [0, 100].map(async (y) => {
        const picture = await createShareImages(uploads).get({
          ...SUBJECT,
          cover: { url, focus: { x: 50, y } },
        })
        const { format, width, height } = await sharp(picture?.bytes).metadata()
        expect([picture?.type, format, width, height]).toEqual(['image/jpeg', 'jpeg', 1200, 630])
        const { channels } = await sharp(picture?.bytes).stats()
        return Math.round(channels[0]?.mean ?? -1)
      }),
    )
    expect(shades).toEqual([0, 255])
  })

  test('uses the site’s colour', async () => {
    const picture = await createShareImages(NO_UPLOADS).get({ ...SUBJECT, primaryColor: '#00aa44' })
    const corner = await sharp(picture?.bytes)
      .extract({ left: 4, top: 620, width: 1, height: 1 })
      .raw()
      .toBuffer()
    const [red = 0, green = 0, blue = 0] = corner
    expect([red, green - 170, blue - 68].filter((difference) => Math.abs(difference) > 12)).toEqual([])
  })

  test.each([
    ['a short title', { title: 'Halbmond' }, 3],
    ['a title of two lines', { title: 'Nachtstrom: All Night Long' }, 4],
    ['a title with accents', { title: 'Żółć Łódź Çınar' }, 3],
    ['an Arabic title', { title: 'ليل القاهرة' }, 3],
    ['a Japanese title', { title: '夜の庭園コンサート' }, 3],
    ['a long Japanese title', { title: '夜の庭園で聴く電子音楽とピアノの即興演奏会' }, 4],
    ['a Greek title', { title: 'Νύχτες της Αθήνας' }, 3],
    ['a title that no face has letters for', { title: 'ᚠᚢᚦᚨᚱᚲ' }, 2],
    ['a title that is one endless word', { title: 'x'.repeat(300) }, 2],
    ['a title that is endless', { title: 'long '.repeat(200) }, 2],
    ['a title of markup', { title: '<script>&"' }, 3],
  ])('%s has its rows', (_, subject, count) => {
    expect(rows(subject)).toBe(count)
  })

  test('joins Arabic letters, and aligns them right', () => {
    const [joined, single] = ['ليل', 'ل'].map((text) => outline(text))
    expect(joined?.width).toBeLessThan(3 * (single?.width ?? 0))
    const [, x = 0] =
      /translate\((\d+)/.exec(shareImageSvg({ ...SUBJECT, title: 'ليل القاهرة' }, outline)) ?? []
    expect(Number(x)).toBeGreaterThan(300)
  })

  test('starts no Japanese line with closing punctuation', () => {
    const lines: string[] = []
    shareImageSvg({ ...SUBJECT, title: '音楽。'.repeat(12) }, (text) => {
      lines.push(text)
      return outline(text)
    })
    expect(lines.filter((line) => line.startsWith('。'))).toEqual([])
  })

  test('contains no text, so no system font is used', () => {
    expect(shareImageSvg(SUBJECT, outline)).not.toMatch(/<text|font/)
  })

  test('has a URL that changes with its content', () => {
    expect(shareVersion(SUBJECT)).not.toBe(shareVersion({ ...SUBJECT, line: 'Sat 5 Dec' }))
  })

  test('is rendered once for concurrent requests, and refused when too many wait @full', async () => {
    const pictures = createShareImages(NO_UPLOADS)
    const same = await Promise.all(Array.from({ length: 30 }, () => pictures.get(SUBJECT)))
    expect(new Set(same).size).toBe(1)
    const many = await Promise.all(
      Array.from({ length: 25 }, (_, index) => pictures.get({ ...SUBJECT, title: `Night ${index}` })),
    )
    expect(many.filter((picture) => picture === undefined)).toHaveLength(5)
  })
})
