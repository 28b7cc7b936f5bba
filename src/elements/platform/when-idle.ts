export function whenIdle(run: () => void): void {
  if (document.readyState === 'complete') waitForIdle(run)
  else window.addEventListener('load', () => waitForIdle(run), { once: true })
}

function waitForIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 200)
}
