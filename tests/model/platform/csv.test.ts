import { expect, test } from 'vitest'
import { escapeFormulas } from '#model/platform/csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['  @cmd', "'  @cmd"],
  ['＝1', "'＝1"],
  // With another separator, the cell ends there and a new one begins.
  ['Ada;=HYPERLINK(A1)', "Ada;'=HYPERLINK(A1)"],
  ['Ada\t=1', "Ada\t'=1"],
  ['Ada; \t+1; -1', "Ada;' \t'+1;' -1"],
  ['a|@b', "a|'@b"],
  ['Ada\n=1', "Ada\n'=1"],
  ['Ada\r\n=1', "Ada\r\n'=1"],
  ['";=1', '";\'=1'],
  ['Ada;"=1"', 'Ada;\'"=1"'],
])('of %j a spreadsheet makes no formula', (text, cell) => {
  expect(escapeFormulas(text)).toBe(cell)
})

// A cell with a comma is quoted.
test.each(['a,=1', 'Ada', 'Ada; Grace', 'a-b', 'Ada = Grace', '1,5', 'ada@example.com', 'x; y', ''])(
  '%j is unchanged',
  (text) => {
    expect(escapeFormulas(text)).toBe(text)
  },
)
