import { LETTER_COLUMNS, LETTER_ROWS, isDotLit } from '#model/platform/dot-letters.ts'

/** Colours of an artwork, dark to light. `accent` is next to the primary colour on the colour wheel, `spark` opposite. */
export interface Palette {
  night: string
  deep: string
  primary: string
  accent: string
  spark: string
  pale: string
}

/** Input of a composition. `random` returns numbers from 0 to below 1, in the same sequence for the same event. */
export interface Canvas {
  width: number
  height: number
  colors: Palette
  random: () => number
  initial: string
}

/** Returns the content of an `<svg>` of `width` × `height`, about 2 KB long. Uses single quotes. */
type Composition = (canvas: Canvas) => string

const whole = Math.round

const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index))

const pick = <Choice>(choices: readonly [Choice, ...Choice[]], at: number): Choice =>
  choices[Math.floor(at * choices.length)] ?? choices[0]

const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const ground = (from: string, to: string): string =>
  `<linearGradient id='g' x2='1' y2='1'><stop stop-color='${from}'/><stop offset='1' stop-color='${to}'/></linearGradient><path fill='url(#g)' d='M0 0h1600v800H0z'/>`

const aurora: Composition = ({ width, height, colors, random }) => {
  const lights = shuffled([colors.primary, colors.accent, colors.spark, colors.primary, colors.deep], random)
  const glow = lights.map((color, index) => {
    const [x, y] = [
      whole(width * (0.1 + index * 0.2 + random() * 0.12)),
      whole(height * (0.15 + random() * 0.75)),
    ]
    const [wide, tall] = [whole(width * (0.22 + random() * 0.2)), whole(height * (0.4 + random() * 0.4))]
    return `<radialGradient id='l${index}'><stop stop-color='${color}'/><stop offset='1' stop-color='${color}' stop-opacity='0'/></radialGradient><ellipse cx='${x}' cy='${y}' rx='${wide}' ry='${tall}' transform='rotate(${whole(random() * 50 - 25)} ${x} ${y})' fill='url(#l${index})'/>`
  })
  const ridge = times(
    9,
    (index) => `${whole((width * index) / 8)} ${whole(height * (0.82 + random() * 0.1))}`,
  ).join('L')
  return `${ground(colors.night, colors.deep)}${glow.join('')}<path fill='${colors.night}' d='M0 ${height}L${ridge}V${height}z'/>`
}

const sunset: Composition = ({ width, height, colors, random }) => {
  const [x, radius] = [whole(width * (0.34 + random() * 0.32)), whole(height * 0.37)]
  const y = whole(height * 0.5)
  const slats = times(6, (index) => {
    const top = whole(y + radius * (0.05 + index * 0.16))
    return `<path d='M0 ${top}h${width}v${whole(radius * (0.025 + index * 0.018))}H0z'/>`
  })
  return (
    `${ground(colors.night, colors.deep)}<linearGradient id='s' x2='0' y2='1'><stop stop-color='${colors.pale}'/><stop offset='.4' stop-color='${colors.accent}'/><stop offset='1' stop-color='${colors.primary}'/></linearGradient>` +
    `<circle cx='${x}' cy='${y}' r='${whole(radius * 1.5)}' fill='${colors.primary}' opacity='.18'/><circle cx='${x}' cy='${y}' r='${whole(radius * 1.24)}' fill='${colors.primary}' opacity='.22'/>` +
    `<circle cx='${x}' cy='${y}' r='${radius}' fill='url(#s)'/><g fill='${colors.deep}'>${slats.join('')}</g>`
  )
}

const halftone: Composition = ({ width, height, colors, random }) => {
  const step = whole(height / 13)
  const phase = random() * 6.3
  const rows = times(Math.ceil(height / step) + 1, (row) => {
    const swell = 0.5 + 0.5 * Math.sin(phase + (row / 13) * 4.4)
    return `<path stroke-width='${whole(step * (0.12 + swell * 0.8))}' d='M${row % 2 ? 0 : step / 2} ${row * step}H${width + step}'/>`
  })
  const [x, y, radius] = [whole(width * (0.3 + random() * 0.4)), whole(height * 0.5), whole(height * 0.36)]
  const lines = `<g id='d' fill='none' stroke-linecap='round' stroke-dasharray='0 ${step}'>${rows.join('')}</g>`
  return `${ground(colors.primary, colors.accent)}<defs>${lines}<clipPath id='c'><circle cx='${x}' cy='${y}' r='${radius}'/></clipPath></defs><use href='#d' stroke='${colors.deep}'/><circle cx='${x}' cy='${y}' r='${radius}' fill='${colors.night}'/><use href='#d' stroke='${colors.pale}' clip-path='url(#c)'/>`
}

const waves: Composition = ({ width, height, colors, random }) => {
  const fills = [colors.pale, colors.spark, colors.accent, colors.primary, colors.deep, colors.night]
  const [count, length] = [fills.length, whole(width / pick([2, 3], random()))]
  const hills = fills.map((fill, index) => {
    const top = whole(height * (0.2 + index * 0.13))
    const swing = whole(height * (0.1 + random() * 0.1))
    const shift = whole(random() * length)
    const crests = times(5, () => `t${length / 2} 0`).join('')
    return `<path fill='${fill}' d='M${-shift} ${top}q${length / 4} ${index % 2 ? swing : -swing} ${length / 2} 0${crests}${crests}V${height}H${-shift}z' opacity='${index === count - 1 ? 1 : 0.94}'/>`
  })
  return `${ground(colors.night, colors.deep)}${hills.join('')}`
}

const tiles: Composition = ({ width, height, colors, random }) => {
  const side = height / 4
  const half = side / 2
  const columns = Math.ceil(width / side)
  const inks = [colors.night, colors.deep, colors.primary, colors.pale, colors.accent]
  const laid = times(columns * 4, (index) => {
    const [under, over] = shuffled(inks, random)
    const [x, y] = [(index % columns) * side, Math.floor(index / columns) * side]
    const shape = pick(['a', 'b', 'c'], random())
    const turn = whole(random() * 3) * 90
    // One pixel larger, to hide the seams.
    return `<path fill='${under}' d='M${x} ${y}h${side + 1}v${side + 1}H${x}z'/><use href='#${shape}' fill='${over}' transform='translate(${x} ${y})rotate(${turn} ${half} ${half})'/>`
  })
  return `<defs><path id='a' d='M0 0h${side}A${side} ${side} 0 0 1 0 ${side}z'/><path id='b' d='M0 0A${half} ${half} 0 0 0 ${side} 0z'/><path id='c' d='M0 0h${side}L0 ${side}z'/></defs>${laid.join('')}`
}

const beams: Composition = ({ width, height, colors, random }) => {
  const lights = [
    colors.primary,
    colors.accent,
    colors.spark,
    colors.pale,
    colors.primary,
    colors.accent,
    colors.primary,
  ]
  const cones = lights.map((color, index) => {
    const from = whole(width * (0.06 + index * 0.147))
    const to = whole(from + width * (random() * 0.7 - 0.35))
    const spread = whole(width * (0.05 + random() * 0.07))
    return `<linearGradient id='b${index}' x2='0' y2='1'><stop stop-color='${color}' stop-opacity='.95'/><stop offset='1' stop-color='${color}' stop-opacity='.08'/></linearGradient><path fill='url(#b${index})' d='M${from - 7} -9h14L${to + spread} ${height}H${to - spread}z'/>`
  })
  const crowd = times(22, (index) => {
    const radius = whole(height * (0.045 + random() * 0.03))
    return `<circle cx='${whole((width * (index + random() * 0.5)) / 21)}' cy='${whole(height * (0.93 + random() * 0.05))}' r='${radius}'/>`
  })
  return `${ground(colors.night, colors.deep)}<g style='mix-blend-mode:screen'>${cones.join('')}</g><g fill='${colors.night}'>${crowd.join('')}</g>`
}

const rings: Composition = ({ width, height, colors, random }) => {
  const reach = Math.hypot(width, height) * 0.62
  const ringsAt = (x: number, y: number): string =>
    times(
      12,
      (index) => `<circle cx='${whole(x)}' cy='${whole(y)}' r='${whole((reach * (index + 0.6)) / 12)}'/>`,
    ).join('')
  const y = height * (0.35 + random() * 0.3)
  const stroke = whole(reach / 34)
  return `${ground(colors.deep, colors.night)}<g fill='none' stroke-width='${stroke}'><g stroke='${colors.primary}'>${ringsAt(width * (0.22 + random() * 0.12), y)}</g><g stroke='${colors.pale}' opacity='.4'>${ringsAt(width * (0.66 + random() * 0.12), height - y)}</g></g>`
}

const marquee: Composition = ({ width, height, colors, initial, random }) => {
  // A wide image may be cropped to its middle, where the letter must still fit.
  const rows = width > height * 1.8 ? 15 : 11
  const step = whole(height / (rows - 1))
  const columns = Math.ceil(width / step) + 1
  const left = Math.floor((columns - LETTER_COLUMNS) / 2) + whole(random() * 2 - 1)
  const top = (rows - LETTER_ROWS) / 2
  const lit = times(LETTER_ROWS * LETTER_COLUMNS, (index) => ({
    column: index % LETTER_COLUMNS,
    row: Math.floor(index / LETTER_COLUMNS),
  }))
    .filter(({ column, row }) => isDotLit(initial, column, row))
    .map(({ column, row }) => `M${(left + column) * step} ${(top + row) * step}h0`)
    .join('')
  const off = times(rows, (row) => `M0 ${row * step}H${width + step}`).join('')
  const bulbs = (color: string, size: number, opacity: number): string =>
    `<path stroke='${color}' stroke-width='${whole(step * size)}' opacity='${opacity}' d='${lit}'/>`
  return `${ground(colors.deep, colors.night)}<g fill='none' stroke-linecap='round'><path stroke='${colors.primary}' opacity='.3' stroke-width='${whole(step * 0.46)}' stroke-dasharray='0 ${step}' d='${off}'/>${bulbs(colors.primary, 1.5, 0.25)}${bulbs(colors.accent, 0.86, 1)}${bulbs(colors.pale, 0.52, 1)}</g>`
}

const ribbons: Composition = ({ width, height, colors, random }) => {
  const band = whole(height / 12)
  const fills = shuffled([colors.primary, colors.accent, colors.pale, colors.spark, colors.deep], random)
  const arcs = fills.map((fill, index) => {
    const radius = whole(height * 0.6 - index * band)
    return `<path stroke='${fill}' d='M-${width} ${whole(height * 0.62 - radius)}H0a${radius} ${radius} 0 0 1 ${radius} ${radius}V${height * 2}'/>`
  })
  const corner = whole(width * (0.42 + random() * 0.12))
  const turned = random() < 0.5 ? `translate(${corner} 0)` : `translate(${width - corner} 0)scale(-1 1)`
  const moon = `<circle cx='${random() < 0.5 ? '0' : whole(height * 0.06)}' cy='${whole(height * 0.72)}' r='${whole(height * 0.13)}' fill='${colors.pale}'/>`
  return `${ground(colors.night, colors.deep)}<g transform='${turned}' fill='none' stroke-width='${band + 1}'>${arcs.join('')}${moon}</g>`
}

export const COVER_COMPOSITIONS: readonly Composition[] = [
  aurora,
  sunset,
  halftone,
  waves,
  tiles,
  beams,
  rings,
  marquee,
  ribbons,
]
