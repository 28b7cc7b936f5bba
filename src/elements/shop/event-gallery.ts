/** `<event-gallery>` opens the slide of a clicked link in a dialog. Without JavaScript, the link opens the image file. */
class EventGallery extends HTMLElement {
  private dialog = this.querySelector('dialog')
  private slides = [...this.querySelectorAll<HTMLElement>('.event-slide')]
  private shown = 0

  connectedCallback(): void {
    const { dialog } = this
    const track = this.slides[0]?.parentElement
    if (!dialog || !track) return
    for (const [index, link] of this.querySelectorAll('li a').entries())
      link.addEventListener('click', (event) => {
        event.preventDefault()
        dialog.showModal()
        this.show(index, 'instant')
      })
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      // On right-to-left pages, the order of the slides is reversed.
      const ahead = getComputedStyle(track).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
      this.show(this.shown + (event.key === ahead ? 1 : -1))
    })
    for (const button of dialog.querySelectorAll<HTMLButtonElement>('button[data-by]'))
      button.addEventListener('click', () => this.show(this.shown + Number(button.dataset['by'])))
    track.addEventListener('scroll', () =>
      this.showPosition(Math.round(Math.abs(track.scrollLeft) / track.clientWidth)),
    )
  }

  private show(index: number, behavior?: ScrollBehavior): void {
    const slide = this.slides[index]
    if (!slide) return
    slide.scrollIntoView({ inline: 'start', block: 'nearest', ...(behavior && { behavior }) })
    this.showPosition(index)
  }

  private showPosition(index: number): void {
    this.shown = index
    const count = this.querySelector('[role=status]')
    if (count) count.textContent = `${index + 1} / ${this.slides.length}`
    for (const button of this.querySelectorAll<HTMLButtonElement>('button[data-by]'))
      button.ariaDisabled = String(!this.slides[index + Number(button.dataset['by'])])
  }
}

customElements.define('event-gallery', EventGallery)
