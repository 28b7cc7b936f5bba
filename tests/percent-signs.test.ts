import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a percent sign stands at its number, everywhere', () => {
  const apart = globSync('src/**/*.{ts,tsx,astro,md}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(
        (line) => /(?:\d|\})[ \u00a0\u202f]%(?! [\w(])/.test(line) || /\} % (?:off|on|of|from)\b/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(apart).toEqual([])
})
