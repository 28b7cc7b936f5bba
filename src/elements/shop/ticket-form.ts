import { releaseFirstHold, sendFirstHold } from '#browser/shop/first-hold.ts'
import { readTicket, type TicketSelection } from './ticket-selection.ts'

/**
 * Loads the code that adds tickets, at the first interaction, so that prices, stores and the API client don't delay the
 * page.
 */
const loadOrder = () => import('./ticket-order.ts')
type Order = Awaited<ReturnType<typeof loadOrder>>

/**
 * `<ticket-form>` adds steppers and a total to the form, and adds tickets to the cart without leaving the page. Without JavaScript, the
 * form is submitted to the cart page.
 */
export class TicketForm extends HTMLElement {
  private order: Order | undefined

  connectedCallback(): void {
    this.addEventListener('pointerover', this.prepare, { once: true, passive: true })
    this.addEventListener('focusin', this.prepare, { once: true })
    this.addEventListener('click', this.step)
    this.addEventListener('input', this.update)
    this.addEventListener('submit', this.submit)
    // Browsers restore the chosen quantities after a reload or the Back button.
    this.update()
  }

  private readonly prepare = async (): Promise<void> => {
    this.order ??= await loadOrder().catch(() => undefined)
    this.update()
  }

  private readonly step = (event: Event): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-step]') : null
    const input = button?.parentElement?.querySelector('input')
    if (!button || !input) return
    void this.prepare()
    setValue(input, stepFrom(input, Number(button.dataset['step'])))
    this.update()
  }

  private readonly update = (): void => {
    for (const input of this.inputs()) {
      const value = input.valueAsNumber || 0
      const max = Number(input.max)
      if (value > max || value < 0) setValue(input, value)
      for (const button of input.parentElement?.querySelectorAll<HTMLElement>('[data-step]') ?? []) {
        const isAtBound = button.dataset['step'] === '1' ? value >= max : value <= 0
        button.setAttribute('aria-disabled', String(isAtBound))
      }
      sayLimit(input)
    }
    const button = this.querySelector('[type=submit]')
    if (button) button.textContent = this.label()
  }

  private label(): string {
    const selections = this.selections()
    const count = selections.reduce((sum, selection) => sum + selection.quantity, 0)
    if (count === 0) return 'Choose tickets'
    const total = this.order?.formatSelectionTotal(this, selections)
    return `Add ${count} ${count === 1 ? 'ticket' : 'tickets'}${total ? ` · ${total}` : ''}`
  }

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const selections = this.selections()
    if (selections.length > 0) return void this.add(selections)
    this.say('Choose how many tickets.')
    this.inputs()[0]?.focus()
  }

  private async add(selections: TicketSelection[]): Promise<void> {
    if (this.ariaBusy === 'true') return
    this.ariaBusy = 'true'
    this.say('Holding your tickets…')
    try {
      if (!this.order) sendFirstHold(selections.map(toItem))
      this.order ??= await loadOrder().catch(() => undefined)
      // If the code can't be loaded, the browser submits the form.
      if (!this.order) {
        await releaseFirstHold()
        return this.querySelector('form')?.submit()
      }
      this.say(await this.order.addTickets(this, selections))
    } finally {
      this.ariaBusy = 'false'
      this.update()
    }
  }

  private inputs(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>('input[type=number]')]
  }

  private selections(): TicketSelection[] {
    return this.inputs().flatMap((input) => {
      const ticket = rowOf(input)?.dataset['ticket']
      return ticket && input.valueAsNumber > 0 ? [{ ticket, quantity: input.valueAsNumber }] : []
    })
  }

  private say(words: string): void {
    const status = this.querySelector('[role=status]')
    if (status) status.textContent = words
  }
}

const toItem = (selection: TicketSelection) => ({
  ticketTypeId: readTicket(selection).ticketTypeId,
  quantity: selection.quantity,
})

const rowOf = (input: HTMLInputElement): HTMLElement | null => input.closest<HTMLElement>('[data-ticket]')

/** Returns the next allowed quantity: zero, or between the minimum and the maximum. */
function stepFrom(input: HTMLInputElement, step: number): number {
  const value = (input.valueAsNumber || 0) + step
  const fewest = Number(input.dataset['fewest'] ?? 1)
  if (value >= fewest) return value
  return step > 0 ? fewest : 0
}

function sayLimit(input: HTMLInputElement): void {
  const limit = rowOf(input)?.querySelector('output')
  const words = (input.value === input.max && limit?.dataset['limit']) || ''
  if (limit && limit.value !== words) limit.value = words
}

function setValue(input: HTMLInputElement, value: number): void {
  input.value = String(Math.min(Math.max(Math.floor(value) || 0, 0), Number(input.max)))
}

customElements.define('ticket-form', TicketForm)
