import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cssLimitMessage } from '#server/sites/custom-css/css-bounds.ts'
import { tenantStyles } from '#server/sites/custom-css/tenant-css.ts'
import { HOSTILE } from './hostile-styles.ts'

/** The served rules, without the wrapper. */
function served(css: string): string {
  const text = tenantStyles(css).css
  const begin = text.indexOf('textarea){')
  return begin < 0 ? '' : text.slice(begin + 'textarea){'.length, -2)
}

describe('allowed CSS', () => {
  test.each([
    ['h1 { letter-spacing: -0.05em }', 'h1{letter-spacing:-.05em}'],
    ['@media (min-width: 600px) { .a { color: blue } }', '@media (width>=600px){.a{color:#00f}}'],
    [':scope { --radius: 22px; --my-tint: color-mix(in oklab, var(--primary) 20%, white) }', '--radius:22px'],
    ['.site-header { border-block-end: 6px solid var(--primary) }', '6px solid var(--primary)'],
    ['.button { box-shadow: 0 3px 0 color-mix(in oklab, var(--primary) 65%, black) }', 'box-shadow:0 3px 0'],
    ['h1 { font-size: clamp(2rem, 1rem + 5vw, 4rem) }', 'clamp(2rem,1rem + 5vw,4rem)'],
    ['h1::after { content: "→"; display: block }', 'content:"→"'],
    ['.event-card img { filter: grayscale(1); opacity: .8 }', 'filter:grayscale();opacity:.8'],
    [
      '.site-footer { background: url(/uploads/abc123.webp) center / cover no-repeat }',
      'url("/uploads/abc123.webp")',
    ],
    ['.event-card { &:hover { box-shadow: 0 8px 24px var(--line) } }', '&:hover'],
    ['@supports (display: grid) { .chips { gap: 12px; flex-wrap: wrap } }', 'gap:12px'],
    ['h2 { margin-block: var(--space-4) 0; transition: color var(--quick) var(--ease) }', 'var(--quick)'],
  ])('%s is served', (css, part) => {
    const { dropped } = tenantStyles(css)
    expect(dropped).toEqual([])
    expect(served(css).replaceAll(/url\("?([^")]+)"?\)/g, 'url("$1")')).toContain(part)
  })

  // Regression: an ambiguous expression for escapes took half a second per name.
  test('names with many escapes are parsed in linear time', () => {
    const css = `h1 { --x: ${`${String.raw`\aaaaaa`.repeat(8)}!()`.repeat(800)} }`
    expect(tenantStyles(css).dropped).not.toEqual([])
  })

  // U+017F matches a case-insensitive \w: 50 of them could be matched in 2^50 ways.
  test('letters that fold to ASCII are parsed in linear time', () => {
    expect(tenantStyles(`h1 { color: ${'\u017F'.repeat(50)}!(1) }`).css).not.toContain('!(')
  })

  test.each(['aurora', 'brickworks', 'nordlys'])('everything that %s wrote is served', (name) => {
    const css = readFileSync(`src/server/demo/${name}/site.css`, 'utf8')
    expect(tenantStyles(css).dropped).toEqual([])
  })

  test('an animation is served with a prefixed name', () => {
    const { css } = tenantStyles('@keyframes glow { to { color: red } } h1 { animation: glow 2s }')
    expect(css).toContain('@layer tenant{@keyframes tenant-glow')
    expect(served('@keyframes glow { to { color: red } } h1 { animation: glow 2s }')).toContain('tenant-glow')
  })

  test('backgrounds don’t appear behind prices', () => {
    expect(tenantStyles('main { background: black }').css).toContain(
      'background:var(--guarded-ground,var(--ground))',
    )
    expect(tenantStyles('main { letter-spacing: 1px }').css).not.toContain('background')
  })
})

// The checkout and the order page, which don't load the CSS, keep the shape of the storefront's buttons and fields.
describe('the radii of :scope', () => {
  const shapeOf = (css: string): string => tenantStyles(css).shape

  test('are all that a page without custom CSS gets', () => {
    expect(shapeOf(':scope { --radius: 22px; --button-radius: 99px; color: red } h1 { color: red }')).toBe(
      ':scope{--radius:22px;--button-radius:99px}',
    )
  })

  test.each([
    ['other elements', '.button { --button-radius: 99px }'],
    ['some widths only', '@media (width >= 600px) { :scope { --radius: 22px } }'],
    ['forbidden lengths', ':scope { --radius: 400px }'],
    ['other properties', ':scope { --my-tint: red; letter-spacing: 1px }'],
  ])('are not those of %s', (_, css) => {
    expect(shapeOf(css)).toBe('')
  })
})

describe('a hostile stylesheet', () => {
  test('is tested in at least fifty variants', () => {
    expect(new Set(HOSTILE.map(([name]) => name)).size).toBeGreaterThanOrEqual(50)
  })

  test.each(HOSTILE)('that %s is harmless', (_, css, never) => {
    const styles = tenantStyles(css)
    expect(served(css)).not.toMatch(never)
    expect(styles.css).not.toMatch(/@keyframes (?!tenant-)/)
    expect(styles.css).not.toMatch(/evil|<|@import|@font-face/)
    expectClosed(styles.css)
  })

  test('drops only itself, unless it swallows what follows', () => {
    const swallowing = HOSTILE.filter(
      ([, css]) => !served(`${css}\n;.kept{color:#123456}\n.kept{color:#123456}`).includes('#123456'),
    )
    expect(swallowing.map(([name]) => name)).toEqual(['is unclosed'])
  })

  test.each([
    ['a megabyte', '.a { color: red }\n'.repeat(60_000)],
    ['many rules', '.a{color:red}'.repeat(4000)],
    ['deep braces', 'a{'.repeat(20_000)],
    ['deep at-rules', '@media a{'.repeat(6000)],
    ['deep selectors', ':is('.repeat(15_000)],
    ['deep values', 'a{width:'.padEnd(60_000, 'calc(')],
    ['depth behind texts that look like ends', '"}"a{'.repeat(8000)],
    ['depth behind addresses that look like comments', 'a{b:url(/*)}/*)'.concat('a{'.repeat(20_000))],
    ['depth behind escaped addresses', String.raw`a{b:u\72l(")}`.concat('a{'.repeat(20_000))],
    ['a long selector', `a${'>b'.repeat(30_000)}{color:red}`],
    ['a long value', `a{box-shadow:0 0 red${',0 0 red'.repeat(7000)}}`],
    ['a null byte', 'h1 { color: red }\0'],
    ['half a letter', 'h1::after { content: "\uD800" }'],
  ])('of %s is refused as a whole, quickly', (_, css) => {
    const tries = Array.from({ length: 10 }, () => {
      const begun = performance.now()
      const styles = tenantStyles(css)
      return { styles, spent: performance.now() - begun }
    })
    // A busy machine slows some attempts; superlinear work slows all.
    expect(Math.min(...tries.map(({ spent }) => spent))).toBeLessThan(50)
    for (const { styles } of tries)
      expect(styles).toEqual({ css: '', shape: '', dropped: [expect.anything()] })
  })

  test('of random parts stays inside its scope', () => {
    const pieces = HOSTILE.flatMap(([, css]) => css.split(/(?<=[{};])|\b/))
    const css = fc.array(
      fc.constantFrom(...pieces, '}', '{', '*/', '/*', '"', "'", ')', '(', '\\', 'h1{color:red}'),
      { maxLength: 60 },
    )
    const property = fc.property(css, (parts) => {
      const text = tenantStyles(parts.join('')).css
      expect(text).not.toMatch(/evil\.|<|@import|@font-face|!important|position:|z-index|:visited/)
      expectClosed(text)
    })
    fc.assert(property, { numRuns: 1500 })
  })
})

describe('a dropped rule', () => {
  test('is reported with line and reason', () => {
    const css = 'h1 {\n  color: red;\n  position: fixed;\n}\n\n.event-price { color: red }\n@import "x";\n'
    expect(tenantStyles(css).dropped).toEqual([
      { line: 3, rule: 'position: fixed;', reason: 'position can’t be set.' },
      {
        line: 6,
        rule: '.event-price { color: red }',
        reason: 'Prices, the cart and checkout look the same on every site.',
      },
      expect.objectContaining({ line: 7 }),
    ])
  })
})

/** Braces are balanced within those of the wrapper. */
function expectClosed(css: string): void {
  if (css === '') return
  const depths = depthsOf(css)
  expect(depths.at(-1)).toBe(0)
  const begin = css.indexOf('textarea){') + 'textarea){'.length
  expect(Math.min(...depths.slice(begin, -2))).toBe(2)
}

function depthsOf(css: string): number[] {
  let depth = 0
  const plain = css.replaceAll(/\\./g, '__').replaceAll(/"[^"]*"|'[^']*'/g, (text) => '"'.repeat(text.length))
  return Array.from(plain, (character) => {
    depth += character === '{' ? 1 : character === '}' ? -1 : 0
    return depth
  })
}

describe('a stylesheet made to be slow', () => {
  const list = (part: string, count: number): string => Array.from({ length: count }, () => part).join(',')

  test.each([
    ['background', list('none', 17)],
    ['box-shadow', list('0 0 red', 17)],
    ['animation', list('x', 17)],
    ['background-position', list('0 0', 17)],
    ['transition', list('all', 17)],
    ['background-image', `linear-gradient(${list('red', 17)})`],
    ['BACKGROUND', list('none /* , */', 17)],
  ])('is refused for a long list in %s, with its name', (name, value) => {
    expect(cssLimitMessage(`h1 { color: red; ${name}: ${value} }`)).toBe(
      `${name.toLowerCase()}: use at most 16 comma-separated values.`,
    )
    expect(cssLimitMessage(`h1 { ${name}: ${value}`)).toContain(name.toLowerCase())
  })

  test('may list 16 parts, and 16 in each', () => {
    const gradient = `linear-gradient(${list('red', 16)})`
    expect(cssLimitMessage(`h1 { background-image: ${list(gradient, 16)} }`)).toBeUndefined()
  })

  // Repeated up to the accepted maximum.
  test.each([
    ...['none', '0 0', 'linear-gradient(red,red)'].map((part) => `background:${list(part, 16)}`),
    `background-image:${list(`linear-gradient(${list('red', 16)})`, 4)}`,
    `background-position:${list('0 0', 16)}`,
    `box-shadow:${list('0 0 red', 16)}`,
    `text-shadow:${list('0 0 red', 16)}`,
    `animation:${list('x', 16)}`,
    `transition:${list('all', 16)}`,
    `font-family:${list('x', 16)}`,
    `font-feature-settings:${'a '.repeat(900)}`,
    `--my-a:${'a '.repeat(900)}`,
    `margin:${'(a)'.repeat(400)}`,
    'background:none',
    'border-radius:0',
    'border-radius:calc(1px + 1em)',
    'margin:0',
    'margin:calc(1px + 1em)',
    'padding:calc(1px + 1em) calc(1px + 1em) calc(1px + 1em) calc(1px + 1em)',
    'border:1px solid red',
    'box-shadow:none',
    'color:color-mix(in oklab,red,blue)',
    'color:red',
  ])('takes less than 100 ms of CPU: %s', (declaration) => {
    const sheetOf = (rules: number, mark = 0): string => `a{--x:${mark}}${`a{${declaration}}`.repeat(rules)}`
    let [rules, tooMany] = [0, 1001]
    while (tooMany - rules > 1) {
      const between = Math.floor((rules + tooMany) / 2)
      if (cssLimitMessage(sheetOf(between))) tooMany = between
      else rules = between
    }
    expect(rules).toBeGreaterThan(0)
    const times = [1, 2, 3].map((mark) => {
      const begin = process.threadCpuUsage()
      tenantStyles(sheetOf(rules, mark))
      const { user, system } = process.threadCpuUsage(begin)
      return (user + system) / 1000
    })
    expect(Math.min(...times)).toBeLessThan(100)
  })

  test('is filtered once and cached', () => {
    const css = 'h1 { color: red; position: fixed }'
    expect(tenantStyles(css)).toBe(tenantStyles(css.slice(0, 5) + css.slice(5)))
  })
})
