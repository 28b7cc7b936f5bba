import type { Line } from './lines.ts'

const VERDICTS = ['ratio', 'target', 'verdict'] as const

/** With `before`, the table has a column of previous figures. */
export function toTable(lines: readonly Line[], before?: (line: Line) => string | undefined): string {
  const headings = ['#', 'what', 'limit or peer', 'Foyer', ...(before ? ['before'] : []), ...VERDICTS]
  const cells = lines.map((line) => [
    line.id,
    line.what,
    line.peer,
    line.figure,
    ...(before ? [before(line) ?? ''] : []),
    line.ratio === undefined ? '' : line.ratio.toFixed(2),
    line.target,
    line.verdict,
  ])
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const draw = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width))
  return [draw(headings), draw(rule), ...cells.map(draw), '', ...notesOf(lines)].join('\n')
}

/** Removes duplicate notes of the same id. */
function notesOf(lines: readonly Line[]): string[] {
  const notes = lines.flatMap((line) => (line.note ? [`${line.id.padEnd(4)} ${line.note}`] : []))
  return [...new Set(notes)]
}
