import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const FILES = {
  latin: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  latinBold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  hebrew: '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  hebrewBold: '@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf',
  // Noto isn't used, because several Arabic letters share its glyphs, so that the PDF's text couldn't be searched or
  // read aloud.
  arabic: '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  arabicBold: '@expo-google-fonts/ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf',
  japanese: '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
  japaneseBold: '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf',
} as const

/** Families in the order in which they are searched for a character. `latin` also covers Greek, Cyrillic and Devanagari. */
const FAMILIES = ['latin', 'hebrew', 'arabic', 'japanese'] as const

export type FontName = (typeof FAMILIES)[number]

export interface Fonts {
  has: (font: FontName, letter: string) => boolean
  /** Returns the first font with a glyph for the letter. */
  find: (letter: string) => FontName | undefined
}

export interface TicketFonts extends Fonts {
  open: (font: FontName, isBold: boolean) => Font
}

/**
 * Opens the fonts. Each file is read when a letter first needs it, because the Japanese fonts have 5 MB. Reading blocks the
 * thread, so use it only in worker threads. All PDFs share the fonts, because decoding the shaping tables takes most of a
 * ticket's time.
 */
export function openTicketFonts(): TicketFonts {
  const require = createRequire(import.meta.url)
  const opened = new Map<string, Font>()
  const open = (name: FontName, isBold: boolean): Font => {
    const file = FILES[isBold ? (`${name}Bold` as const) : name]
    const font = opened.get(file) ?? parse(readFileSync(require.resolve(file)))
    opened.set(file, font)
    return font
  }
  const has = (font: FontName, letter: string): boolean =>
    open(font, false).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  return { open, has, find: (letter) => FAMILIES.find((font) => has(font, letter)) }
}

function parse(file: Buffer): Font {
  const font = create(file)
  if (!('layout' in font)) throw new Error('A font file contains several fonts, or none.')
  return font
}
