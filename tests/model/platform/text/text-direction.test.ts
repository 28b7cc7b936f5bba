import { expect, test } from 'vitest'
import { directedRuns, isRtlText } from '#model/platform/text/text-direction.ts'

const onLine = (text: string): string[] => directedRuns(text).map((run) => run.text)

test.each([
  ['Nachtstrom', false],
  ['ليل القاهرة', true],
  ['“ليل” in Berlin', true],
  ['2026 ליל', true],
  ['2026', false],
  ['', false],
])('%j runs from right to left: %s', (text, expected) => {
  expect(isRtlText(text)).toBe(expected)
})

test('runs of a line are in visual order', () => {
  expect(onLine('Nachtstrom: All Night')).toEqual(['Nachtstrom: All Night'])
  expect(onLine('ليل القاهرة')).toEqual(['ليل القاهرة'])
  expect(onLine('Fri 4 Dec · قاعة النيل, Cairo')).toEqual(['Fri 4 Dec · ', 'قاعة النيل', ', Cairo'])
  expect(onLine('ليل in Berlin 2026!')).toEqual(['!', 'in Berlin 2026', 'ليل '])
  expect(onLine('ليل 2026 ليل')).toEqual([' ليل', '2026', 'ليل '])
})
