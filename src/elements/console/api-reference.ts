import { copyText } from '#browser/platform/copy-text.ts'

const SAID_MS = 2500

class ApiReference extends HTMLElement {
  connectedCallback(): void {
    const field = this.querySelector<HTMLInputElement>('input[type=search]')
    if (!field) return
    field.closest('form')?.removeAttribute('hidden')
    field.addEventListener('input', () => this.search(field.value))
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      field.focus()
    })
    for (const example of this.querySelectorAll('.operation-curl')) addCopy(example)
    const open = (): void => this.openNamed(window.location.hash.slice(1))
    window.addEventListener('hashchange', open)
    open()
  }

  /** Shows the operations that contain all words, and the sections with such an operation. */
  private search(text: string): void {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const section of this.querySelectorAll<HTMLElement>('[data-part]')) {
      const operations = [...section.querySelectorAll<HTMLElement>('.operation')]
      for (const each of operations)
        each.hidden = !words.every((word) => each.dataset['search']?.includes(word))
      const left = operations.filter((each) => !each.hidden).length
      section.hidden = left === 0
      count += left
    }
    const status = this.querySelector('[data-count]')
    if (status) status.textContent = words.length > 0 ? `${count} found` : ''
  }

  private openNamed(name: string): void {
    const named = name ? document.getElementById(name) : null
    if (!(named instanceof HTMLDetailsElement)) return
    named.open = true
    named.scrollIntoView()
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

function addCopy(example: Element): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button-link'
  button.textContent = 'Copy'
  button.addEventListener('click', () => {
    void copyText(example.querySelector('pre')?.textContent ?? '').then((isCopied) => {
      button.textContent = isCopied ? 'Copied' : 'Couldn’t copy. Select the text instead.'
      setTimeout(() => (button.textContent = 'Copy'), SAID_MS)
    })
  })
  example.append(button)
}

customElements.define('api-reference', ApiReference)
