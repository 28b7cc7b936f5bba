/** Makes the browser ask for confirmation before the page is left. Returns a function that removes the prompt. */
export function guardLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
