import { expect, test } from 'vitest'
import { markdownToText } from '#server/messages/mail-content/markdown-text.ts'

test.each([
  ['# Doors at **eight**\n\nSee *you* `there`.', 'Doors at eight\n\nSee you there.'],
  ['[Map](https://aurora.example/map)', 'Map (https://aurora.example/map)'],
  ['<https://aurora.example> and <ada@aurora.example>', 'https://aurora.example and ada@aurora.example'],
  ['* one\n* two\n  * inner', '* one\n* two\n  * inner'],
  ['3. three\n4. four', '3. three\n4. four'],
  ['- one\n\n- two', '* one\n\n* two'],
  ['> quoted\n> *twice*', '> quoted\n> twice'],
  ['one  \ntwo\n\n---\n\nthree', 'one\ntwo\n\n----\n\nthree'],
  ['![A stage](https://aurora.example/stage.jpg)', 'A stage'],
  ['2 \\* 3 = 6 <b>bold</b>', '2 * 3 = 6 <b>bold</b>'],
  ['```\ncode\n  indented\n```', 'code\n  indented'],
  ['', ''],
])('%j', (markdown, text) => {
  expect(markdownToText(markdown)).toBe(text)
})

test('text that is too complex stays as it is', () => {
  const nested = `${'> '.repeat(500)}deep`
  expect(markdownToText(nested)).toBe(nested)
})
