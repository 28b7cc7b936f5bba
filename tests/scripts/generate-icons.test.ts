import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ICONS } from '#components/platform/icons.ts'
import { generateIcons, ICONS_FILE } from '../../scripts/generate-icons.ts'

test('icons.ts matches the package; `npm run icons` generates it', () => {
  expect(readFileSync(ICONS_FILE, 'utf8')).toBe(generateIcons())
})

test.each(Object.entries(ICONS))(
  '%s has shapes only: colours and widths are those of Icon.astro',
  (_name, body) => {
    expect(body).toMatch(/^(<(path|circle|rect) [^<>]*\/>)+$/)
    expect(body).not.toMatch(/fill=|stroke/)
  },
)
