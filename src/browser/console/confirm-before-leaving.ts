/** Makes the browser ask before the page is left. Returns a function that stops this. */
export function confirmBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
