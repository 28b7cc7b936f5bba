import type { Locator, Page } from 'playwright/test'
import { expect } from './test.ts'

/** Maximum number of Tab presses. */
const PATIENCE = 100

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

export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field)
  await field.page().keyboard.press('ControlOrMeta+A')
  await field.page().keyboard.type(text)
}

/** Problems of keyboard navigation; all lists should be empty. */
export interface Walk {
  controls: number
  missed: string[]
  /** Focused elements without visible focus. */
  unseen: string[]
  /** An element that Tab can't leave. */
  trap: string | undefined
}

/** Tabs through everything inside `within` (a dialog or the whole page) until focus returns to the start. */
export async function walkThrough(page: Page, within = 'body'): Promise<Walk> {
  const controls = await page.evaluate(startWalk, within)
  // Frames and the browser's own controls also receive focus.
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

/** State kept in the page between Tab presses. */
interface Steps {
  wanted: Element[]
  stops: Element[]
  unseen: Set<Element>
  isRound: boolean
}

declare global {
  var steps: Steps | undefined
}

/** Runs in the page: collects the focusable controls and listens to focus changes. */
function startWalk(within: string): number {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=application], [contenteditable], [tabindex="0"]'
  const root = [...document.querySelectorAll(within)].at(-1) ?? document.body
  const isThere = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled, [inert] *, [aria-hidden=true] *')
  // Tab reaches only the checked or first radio button of a group; arrow keys reach the others.
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
  // A control that is rendered by its label shows focus there.
  const isSeen = (element: Element): boolean =>
    [element, element.closest('label'), element.nextElementSibling, element.parentElement].some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(each)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
  globalThis.steps = steps
  const noteStop = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || globalThis.steps !== steps) return
    if (target === steps.stops[0] && steps.stops.length > 1) steps.isRound = true
    steps.stops.push(target)
    if (!isSeen(target)) steps.unseen.add(target)
  }
  // While React hydrates an island, it stops the event before it bubbles up to the document.
  document.addEventListener('focusin', noteStop, { capture: true })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  return wanted.length
}

/** Runs in the page: returns the result so far. */
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
