import type { Line } from './lines.ts'

const HEADINGS = ['#', 'what', 'limit or peer', 'Foyer', 'ratio', 'target', 'verdict'] as const

export function toTable(lines: readonly Line[]): string {
  const cells = lines.map((line) => [
    line.id,
    line.what,
    line.peer,
    line.figure,
    line.ratio === undefined ? '' : line.ratio.toFixed(2),
    line.target,
    line.verdict,
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  )
  const draw = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width))
  return [draw(HEADINGS), draw(rule), ...cells.map(draw), '', ...notesOf(lines)].join('\n')
}

/** Removes duplicate notes of the same id. */
function notesOf(lines: readonly Line[]): string[] {
  const notes = lines.flatMap((line) => (line.note ? [`${line.id.padEnd(4)} ${line.note}`] : []))
  return [...new Set(notes)]
}
