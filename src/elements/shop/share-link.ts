/** `<share-link data-title data-page>` shows its button, which opens the system's share dialog or copies the URL. */
class ShareLink extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector('button')
    if (!button || !(navigator.share || navigator.clipboard)) return
    const label = button.querySelector('span')
    if (label && !navigator.share) label.textContent = 'Copy link'
    button.hidden = false
    button.addEventListener('click', () => void this.share(label))
  }

  private async share(label: HTMLElement | null): Promise<void> {
    const { title = '', page = '' } = this.dataset
    try {
      if (navigator.share) return await navigator.share({ title, url: page })
      await navigator.clipboard.writeText(page)
      this.say(label, 'Link copied')
    } catch (error) {
      // An AbortError means that the user has closed the share dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        this.say(label, 'Couldn’t copy. Use the address bar instead.')
    }
  }

  private say(label: HTMLElement | null, words: string): void {
    const status = this.querySelector('[role=status]')
    if (label) label.textContent = words
    if (status) status.textContent = words
  }
}

customElements.define('share-link', ShareLink)
