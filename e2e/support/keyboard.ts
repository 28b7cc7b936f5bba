import type { Locator, Page } from 'playwright/test'
import { expect } from './test.ts'

/** As many stops as somebody would go before giving up. */
const PATIENCE = 100

/** Presses Tab until the control has the focus, as someone without a mouse does. */
export async function tabTo(control: Locator, key = 'Tab'): Promise<void> {
  const page = control.page()
  await expect(control).toBeVisible()
  for (let stop = 0; stop < PATIENCE; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(control)} can’t be reached with ${key}.`)
}

export async function pressAt(control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(control)
  await control.page().keyboard.press(key)
}

/** Replaces what is in a field. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await field.page().keyboard.press('ControlOrMeta+A')
  await field.page().keyboard.type(text)
}

/** What stands in the way of a keyboard, in words; nothing of it should. */
export interface Walk {
  /** How many controls there are. */
  controls: number
  /** Controls that no Tab stops at. */
  missed: string[]
  /** Stops where nobody sees that they are there. */
  unseen: string[]
  /** The stop that Tab never gets away from, or out of. */
  trap: string | undefined
}

/** Tabs through everything inside `within` (a dialog, the whole page) from its beginning until it comes round. */
export async function walkThrough(page: Page, within = 'body'): Promise<Walk> {
  const controls = await page.evaluate(startWalk, within)
  // Frames have stops of their own, and so has the browser itself.
  const most = controls * 2 + PATIENCE
  for (let presses = 0; presses < most; presses += BATCH) {
    for (let each = 0; each < BATCH; each += 1) await page.keyboard.press('Tab')
    const { isRound, ...walk } = await page.evaluate(readWalk)
    if (isRound) return { controls, ...walk, trap: undefined }
    if (presses + BATCH >= most) return { controls, ...walk }
  }
  throw new Error('A walk has at least one step.')
}

const BATCH = 20

/** What is written down in the page while Tab is pressed. */
interface Steps {
  wanted: Element[]
  stops: Element[]
  unseen: Set<Element>
  isRound: boolean
}

declare global {
  var steps: Steps | undefined
}

/** Runs in the page: which controls somebody would want to reach, and who listens to where the focus goes. */
function startWalk(within: string): number {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=application], [contenteditable], [tabindex="0"]'
  const root = [...document.querySelectorAll(within)].at(-1) ?? document.body
  const isThere = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled, [inert] *, [aria-hidden=true] *')
  // Of radio buttons Tab reaches the one that is chosen, or the first; arrow keys reach the others.
  const isLed = (element: Element): boolean => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      (other) => other.name === element.name && other.form === element.form,
    )
    return group.some((other) => other.checked) || group[0] !== element
  }
  const wanted = [...root.querySelectorAll(CONTROLS)].filter(
    (element) => isThere(element) && !isLed(element) && element.closest('[aria-activedescendant]') === null,
  )
  const steps: Steps = { wanted, stops: [], unseen: new Set(), isRound: false }
  // A control that is drawn by its label shows there where the focus is.
  const isSeen = (element: Element): boolean =>
    [element, element.closest('label'), element.nextElementSibling, element.parentElement].some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
  globalThis.steps = steps
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || globalThis.steps !== steps) return
    if (target === steps.stops[0] && steps.stops.length > 1) steps.isRound = true
    steps.stops.push(target)
    if (!isSeen(target)) steps.unseen.add(target)
  })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return wanted.length
}

/** Runs in the page: how far it is by now. */
function readWalk(): Omit<Walk, 'controls'> & { isRound: boolean } {
  const { wanted, stops, unseen, isRound } = globalThis.steps ?? {
    wanted: [],
    stops: [],
    unseen: new Set<Element>(),
    isRound: false,
  }
  const nameOf = (element: Element): string => {
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
    return `${element.localName}${element.id ? `#${element.id}` : ''} “${name}”`
  }
  const reached = new Set(stops)
  const last = stops.at(-1)
  return {
    isRound,
    missed: wanted.filter((element) => element.isConnected && !reached.has(element)).map(nameOf),
    unseen: [...unseen].map(nameOf),
    trap: last ? nameOf(last) : 'nothing takes the focus',
  }
}
