import { columnsOf, type Sample } from './samples.ts'

const WIDTH = 320
const HEIGHT = 90
const GAP = 48
const COLUMNS = 3

/** Draws each column of the samples over time as a small chart of an SVG. */
export function plotSamples(samples: readonly Sample[]): string {
  const [first] = samples
  const names = first
    ? columnsOf(first)
        .map(([name]) => name)
        .filter((name) => name !== 'seconds')
    : []
  const rows = Math.ceil(names.length / COLUMNS)
  const charts = names.map((name, index) => {
    const x = GAP + (index % COLUMNS) * (WIDTH + GAP)
    const y = GAP + Math.floor(index / COLUMNS) * (HEIGHT + GAP)
    return `<g transform="translate(${x} ${y})">${plotColumn(samples, name)}</g>`
  })
  const [width, height] = [GAP + COLUMNS * (WIDTH + GAP), GAP + rows * (HEIGHT + GAP)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="white"/>
${charts.join('\n')}
</svg>
`
}

function plotColumn(samples: readonly Sample[], name: string): string {
  const points = samples.flatMap((sample) => {
    const value = columnsOf(sample).find(([column]) => column === name)?.[1]
    return value === null || value === undefined ? [] : [{ at: sample.seconds, value }]
  })
  const most = Math.max(0, ...points.map(({ value }) => value))
  const scale = HEIGHT / Math.max(1, most)
  const end = Math.max(1, ...samples.map(({ seconds }) => seconds))
  const line = points
    .map(({ at, value }) => `${((at / end) * WIDTH).toFixed(1)},${(HEIGHT - value * scale).toFixed(1)}`)
    .join(' ')
  const quarters = [0.25, 0.5, 0.75].map(
    (share) => `<line x1="${share * WIDTH}" x2="${share * WIDTH}" y2="${HEIGHT}" stroke="#ddd"/>`,
  )
  return `<text y="-8">${name}, up to ${most}</text>${quarters.join('')}<rect width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#999"/><polyline points="${line}" fill="none" stroke="#06c" stroke-width="1.5"/>`
}
