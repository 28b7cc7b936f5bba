import type { ClientDirective } from 'astro'
import { CART_OPEN_EVENT } from '#browser/cart-events.ts'
import { TOAST_EVENT } from '#browser/toast-event.ts'

/** What wakes an island at once, by its name: the event is sent once more when the island's code is there to hear it. */
const WAKING_EVENTS: Readonly<Record<string, string>> = { CartDrawer: CART_OPEN_EVENT, Toaster: TOAST_EVENT }

const INTENTS = ['pointerdown', 'focusin', 'keydown'] as const

/**
 * `client:settled`: hydrates after load and idle, or on the first intent inside the island, or on the event it waits for.
 * A click that came too early is made again, an event is sent again: no tap and no toast is lost.
 */
const settled: ClientDirective = (load, options, island) => {
  const waking = WAKING_EVENTS[options.name]
  const early: Event[] = []
  let clicked: HTMLElement | undefined
  let isAwake = false

  const keepClick = (event: Event): void => {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button, [role="button"]') : null
    if (!target) return
    // The button can't do anything yet; a submit would leave the page.
    event.preventDefault()
    clicked = target
  }
  const keepEvent = (event: Event): void => {
    early.push(event)
    wake()
  }
  const wake = (): void => {
    if (isAwake) return
    isAwake = true
    for (const intent of INTENTS) island.removeEventListener(intent, wake)
    void hydrate()
  }
  const hydrate = async (): Promise<void> => {
    const start = await load()
    if (waking) window.removeEventListener(waking, keepEvent)
    for (const event of early) window.dispatchEvent(event)
    await start()
    island.removeEventListener('click', keepClick, true)
    clicked?.click()
  }

  for (const intent of INTENTS) island.addEventListener(intent, wake, { passive: true })
  island.addEventListener('click', keepClick, true)
  if (waking) window.addEventListener(waking, keepEvent)
  if (document.readyState === 'complete') whenIdle(wake)
  else window.addEventListener('load', () => whenIdle(wake), { once: true })
}

const whenIdle = (run: () => void): void => {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 200)
}

// Astro takes a directive by its default export.
// oxlint-disable-next-line import/no-default-export
export default settled
