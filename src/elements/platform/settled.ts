import type { ClientDirective } from 'astro'
import { whenIdle } from './when-idle.ts'

const INTENTS = ['pointerdown', 'focusin', 'keydown'] as const

/** Hydrates an island when the page is loaded and idle, or at the first interaction. Repeats a click made before hydration. */
const settled: ClientDirective = (load, _, island) => {
  let clicked: HTMLElement | undefined
  let isAwake = false

  const keepClick = (event: Event): void => {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button, [role="button"]') : null
    if (!target) return
    // The island's handler isn't loaded yet, and the form's native submit would open another page.
    event.preventDefault()
    clicked = target
  }
  const wake = (): void => {
    if (isAwake) return
    isAwake = true
    for (const intent of INTENTS) island.removeEventListener(intent, wake)
    void hydrate()
  }
  const hydrate = async (): Promise<void> => {
    const start = await load()
    await start()
    island.removeEventListener('click', keepClick, true)
    clicked?.click()
  }

  for (const intent of INTENTS) island.addEventListener(intent, wake, { passive: true })
  island.addEventListener('click', keepClick, true)
  whenIdle(wake)
}

// Astro loads a client directive by its default export.
// oxlint-disable-next-line import/no-default-export
export default settled
