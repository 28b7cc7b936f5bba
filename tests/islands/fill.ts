export function fill(within: HTMLElement, selector: string, value: string): void {
  const control = within.querySelector<HTMLInputElement | HTMLSelectElement>(selector)
  if (!control) throw new Error(`There is no ${selector}.`)
  // React ignores values set through its own property.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')
  own?.set?.call(control, value)
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}

export function press(within: HTMLElement, name: string): void {
  const found = [...within.querySelectorAll('button')].find(
    (each) => each.textContent === name || each.getAttribute('aria-label') === name,
  )
  if (!found) throw new Error(`There is no button ${name}.`)
  found.click()
}
