/** Copies a text to the clipboard. False if the browser refuses: pages without HTTPS, or missing permission. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
