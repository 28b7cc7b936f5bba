import { readTicket } from './ticket-selection.ts'

/**
 * Updates rows whose tickets have just sold out. In rows with tickets in the cart, only the outdated number of remaining tickets is
 * removed, because the visitor may release tickets and choose the row again.
 */
export function closeSoldOutRows(form: HTMLElement, heldQuantities: ReadonlyMap<string, number>): void {
  const hadFocus = form.contains(document.activeElement)
  for (const row of form.querySelectorAll<HTMLElement>('[data-ticket]')) {
    const { ticketTypeId } = readTicket({ ticket: row.dataset['ticket'] ?? '', quantity: 0 })
    const held = heldQuantities.get(ticketTypeId)
    if (held === undefined) continue
    row.querySelector('.ticket-note:has(.badge)')?.remove()
    if (held === 0) closeRow(row)
  }
  if (!form.querySelector('.stepper')) closeForm(form)
  const isFocusLost = hadFocus && !form.contains(document.activeElement)
  if (isFocusLost) form.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
}

/** Makes the row look as the server renders it (`TicketForm.astro`). */
function closeRow(row: HTMLElement): void {
  row.classList.add('ticket-row-closed')
  // Removes all notes except the description, which is the only one with a `dir` attribute.
  for (const note of row.querySelectorAll('.ticket-note:not([dir])')) note.remove()
  const state = document.createElement('p')
  state.className = 'ticket-state'
  state.textContent = 'Sold out'
  row.querySelector('.stepper')?.replaceWith(state)
}

/** Removes the buttons that sell tickets once all rows are sold out. */
function closeForm(form: HTMLElement): void {
  form.querySelector('[type=submit]')?.remove()
  const page = form.closest('.event')
  page?.querySelector('.buy-bar')?.remove()
  const badge = page?.querySelector('.event-price .badge')
  if (badge) badge.textContent = 'Sold out'
}
