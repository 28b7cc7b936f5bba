const open = new WeakSet<Element>()

export const isPopoverOpen = (element: Element): boolean => open.has(element)

/** Adds popovers to happy-dom, which has none. */
export function definePopovers(): void {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      toggle(this, 'open')
      open.add(this)
    },
    hidePopover(this: HTMLElement) {
      if (!open.has(this)) return
      toggle(this, 'closed')
      open.delete(this)
    },
  })
}

const toggle = (element: HTMLElement, newState: string): void =>
  void element.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))
