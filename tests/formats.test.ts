import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('percent signs follow their number without a space', () => {
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

test('dates use one locale, with one order of day and month', () => {
  const others = globSync('src/**/*.{ts,tsx,astro}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /(?:DateTimeFormat|toLocale(?:Date|Time)String)\((?!'en-GB'|'sv-SE')/.test(line))
      // Reads the time zone without formatting anything.
      .filter((line) => !line.includes('resolvedOptions()'))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(others).toEqual([])
})
