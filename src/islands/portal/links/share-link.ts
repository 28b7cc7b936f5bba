import { showToast } from '#browser/platform/toast-event.ts'

/** Copies a text. If the browser refuses, for example without HTTPS, a message shows the text, so that it can be copied manually. */
export async function copyLink(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ type: 'success', title: 'Link copied', message: text })
  } catch {
    showToast({ type: 'warning', title: 'Copy this link manually', message: text, duration: 15_000 })
  }
}

export const canShare = (): boolean => typeof navigator !== 'undefined' && 'share' in navigator

/** Opens the system's share dialog. If this fails, copies the link; closing the dialog isn't a failure. */
export async function shareLink(link: { name: string; url: string }): Promise<void> {
  try {
    await navigator.share({ title: link.name, url: link.url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(link.url)
  }
}
