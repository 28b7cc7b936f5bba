import { globSync, readFileSync } from 'node:fs'
import { act, render } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import '#islands/platform/translated-text.ts'
import { translatePage } from '#tests/support/translate-page.ts'
import { importsOf } from '../../../scripts/import-graph.ts'

interface Shown {
  container: HTMLElement
  change: () => Promise<void>
}

/** Renders `before` on a translated page. `change` renders `after` instead. */
async function showTranslated(before: ReactNode, after: ReactNode): Promise<Shown> {
  let setIsAfter: (isAfter: boolean) => void = () => undefined
  function Changing() {
    const [isAfter, set] = useState(false)
    setIsAfter = set
    return <div>{isAfter ? after : before}</div>
  }
  const { container } = render(<Changing />)
  translatePage()
  await observed()
  expect(container.innerHTML).toContain('<font>')
  return {
    container,
    change: async () => {
      await act(async () => setIsAfter(true))
      await observed()
    },
  }
}

/** Observers are called after the current task. */
const observed = (): Promise<void> => Promise.resolve().then(() => undefined)

const cart = (count: number, note: ReactNode = null): ReactNode => (
  <p>
    {note}
    In your cart: {count} of <b>8</b> tickets
  </p>
)

it('a changed text appears', async () => {
  const { container, change } = await showTranslated(cart(1), cart(2))
  await change()
  expect(container.textContent).toBe('In your cart: 2 of 8 tickets')
})

it('a removed text disappears', async () => {
  const { container, change } = await showTranslated(cart(1, 'Almost gone. '), cart(1))
  await change()
  expect(container.textContent).toBe('In your cart: 1 of 8 tickets')
})

it('an element appears before a text', async () => {
  const { container, change } = await showTranslated(cart(1), cart(1, <i>New: </i>))
  await change()
  expect(container.textContent).toBe('New: In your cart: 1 of 8 tickets')
})

it('texts that React replaces after a change are translated again', async () => {
  const { container, change } = await showTranslated(cart(1), cart(2))
  await change()
  await observed()
  expect(container.innerHTML).toContain('<font><font>2</font></font>')
})

const TRANSLATED_TEXT = 'src/islands/platform/translated-text.ts'

it('every island imports it', () => {
  const islands = new Set(
    globSync('src/{components,layouts,pages}/**/*.astro').flatMap((path) => hydratedIn(path)),
  ).add('src/islands/shop/Overlays.tsx')
  expect(islands.size).toBeGreaterThan(30)
  expect([...islands].filter((path) => !importsTranslatedText(path))).toEqual([])
})

/** Imports of an Astro file that it hydrates. */
function hydratedIn(path: string): string[] {
  const code = readFileSync(path, 'utf8')
  const names = [...code.matchAll(/<(\w+)[^<]*?\sclient:\w+/g)].map(([, name = '']) => name)
  return names.flatMap((name) => {
    const file = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#(\\S+)'`).exec(code)?.[1]
    return file ? [`src/${file}`] : []
  })
}

function importsTranslatedText(path: string): boolean {
  const reached = new Set([path])
  for (const each of reached)
    for (const { path: next, isDynamic, isType } of importsOf(each))
      if (!isDynamic && !isType) reached.add(next)
  return reached.has(TRANSLATED_TEXT)
}
