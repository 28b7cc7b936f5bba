import { inflateSync } from 'node:zlib'

/** One line per piece, in drawing order. Supports embedded fonts with two bytes per glyph and a character map. */
export function readPdfText(pdf: Uint8Array): string {
  const objects = readObjects(Buffer.from(pdf))
  const fonts = readFonts(objects)
  const pages = [...objects].filter(([, { dictionary }]) => /\/Type \/Page\b/.test(dictionary))
  return pages.flatMap(([id]) => readPieces(referred(objects, id, 'Contents')?.stream, fonts)).join('\n')
}

interface PdfObject {
  dictionary: string
  stream: string
}

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  for (const found of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const [, id = '', body = ''] = found
    const [dictionary = '', ...rest] = body.split('\nstream\n')
    const packed = Buffer.from(rest.join('\nstream\n').replace(/\nendstream$/, ''), 'latin1')
    const isPacked = dictionary.includes('/FlateDecode') && packed.length > 0
    objects.set(id, { dictionary, stream: (isPacked ? inflateSync(packed) : packed).toString('latin1') })
  }
  return objects
}

/** Character maps by font name. */
function readFonts(objects: Map<string, PdfObject>): Map<string, Map<string, string>> {
  const fonts = new Map<string, Map<string, string>>()
  for (const { dictionary } of objects.values()) {
    const [, named = ''] = /\/Font <<([^]*?)>>/.exec(dictionary) ?? []
    for (const [, name = '', id = ''] of named.matchAll(/\/(\w+) (\d+) 0 R/g)) {
      fonts.set(name, readGlyphs(referred(objects, id, 'ToUnicode')?.stream))
    }
  }
  return fonts
}

/** Object referred to as `key`. */
function referred(objects: Map<string, PdfObject>, id: string, key: string): PdfObject | undefined {
  const named = new RegExp(`/${key} (\\d+) 0 R`).exec(objects.get(id)?.dictionary ?? '')
  return objects.get(named?.[1] ?? '')
}

function readGlyphs(map = ''): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, from = '', listed = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(from, 16)
    for (const [index, [, letters = '']] of [...listed.matchAll(/<([\w ]*)>/g)].entries())
      glyphs.set((first + index).toString(16).padStart(4, '0'), fromUtf16(letters))
  }
  return glyphs
}

const fromUtf16 = (hex: string): string =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

function readPieces(content = '', fonts: Map<string, Map<string, string>>): string[] {
  const pieces: string[] = []
  let glyphs: Map<string, string> | undefined
  for (const [, font, shown] of content.matchAll(/\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) glyphs = fonts.get(font)
    const codes = [...(shown ?? '').matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    if (shown !== undefined) pieces.push(codes.map((code) => glyphs?.get(code) ?? '�').join(''))
  }
  return pieces
}
