import { showToast } from '#browser/platform/toast-event.ts'

/** Browsers may refuse without HTTPS. Then a message shows the URL, so that it can be copied by hand. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ type: 'success', title: 'Link copied', message: text })
  } catch {
    showToast({ type: 'warning', title: 'Copy this link manually', message: text, duration: 15_000 })
  }
}

export const canShare = (): boolean => typeof navigator !== 'undefined' && 'share' in navigator

/** The user closing the system's share dialog isn't an error. */
export async function shareLink(link: { name: string; url: string }): Promise<void> {
  try {
    await navigator.share({ title: link.name, url: link.url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(link.url)
  }
}
