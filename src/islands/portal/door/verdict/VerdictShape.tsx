/**
 * Each colour also has its own shape, for people who can't distinguish colours: circle with tick, square with arrow, triangle, octagon with
 * cross.
 */
const SHAPES = {
  valid: { outline: 'M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92z', sign: 'M28 52l15 15 30-34' },
  exit: { outline: 'M10 10h80v80h-80z', sign: 'M26 50h46M54 32l18 18-18 18' },
  attention: { outline: 'M50 6L96 92H4z', sign: 'M50 38v26M50 77v1' },
  refused: { outline: 'M31 4h38l27 27v38L69 96H31L4 69V31z', sign: 'M33 33l34 34M67 33L33 67' },
} as const

export function VerdictShape({ tone }: { tone: keyof typeof SHAPES }) {
  const { outline, sign } = SHAPES[tone]
  return (
    <svg className="door-verdict-shape" viewBox="0 0 100 100" aria-hidden="true">
      <path d={outline} className="door-shape-outline" />
      <path d={sign} className="door-shape-sign" />
    </svg>
  )
}
