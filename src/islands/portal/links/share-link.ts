import { showToast } from '#browser/platform/toast-event.ts'

/** Without https a browser may refuse: then the address stands on the page to be selected. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ type: 'success', title: 'Link copied', message: text })
  } catch {
    showToast({ type: 'warning', title: 'Copy this link manually', message: text, duration: 15_000 })
  }
}

export const canShare = (): boolean => typeof navigator !== 'undefined' && 'share' in navigator

/** A member who closes the system's list has changed their mind, which is no failure. */
export async function shareLink(link: { name: string; url: string }): Promise<void> {
  try {
    await navigator.share({ title: link.name, url: link.url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(link.url)
  }
}
