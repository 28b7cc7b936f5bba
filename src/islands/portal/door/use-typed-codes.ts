import { useEffect, useRef } from 'react'

/** After a pause longer than this, the next character begins a new code. */
const PAUSE_MS = 1500

/**
 * Collects characters that are typed while no field has focus, and calls `onCode` on Enter. Hand-held scanners act as keyboards, so they
 * work on every screen.
 */
export function useTypedCodes(onCode: (text: string) => void): void {
  const handle = useRef(onCode)
  useEffect(() => {
    handle.current = onCode
  })
  useEffect(() => {
    const listening = new AbortController()
    let typed = ''
    let typedAt = 0
    const collect = (event: KeyboardEvent): void => {
      if (isShortcut(event) || isField(event.target)) return
      if (event.timeStamp - typedAt > PAUSE_MS) typed = ''
      if (event.key === 'Enter' && typed !== '') {
        // Enter would otherwise press the focused button.
        event.preventDefault()
        handle.current(typed)
        typed = ''
      } else if (event.key.length === 1 && !(event.key === ' ' && typed === '')) {
        typed += event.key
        typedAt = event.timeStamp
      }
    }
    document.addEventListener('keydown', collect, { signal: listening.signal, capture: true })
    return () => listening.abort()
  }, [])
}

const isShortcut = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=radio], [type=checkbox]), select, textarea')
