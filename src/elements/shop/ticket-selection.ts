import type { DescribedItem } from '#model/sales/cart.ts'

/** A row of the form with a quantity above 0. `ticket` is the row's `data-ticket` attribute, a `FormTicket` as JSON. */
export interface TicketSelection {
  ticket: string
  quantity: number
}

export type FormTicket = Pick<
  DescribedItem,
  'ticketTypeId' | 'name' | 'price' | 'minPerOrder' | 'maxPerOrder' | 'accessCode' | 'tax'
>

// The server rendered the attribute from a value of this type (`TicketForm.astro`), in the same version as this file.
export const readTicket = (selection: TicketSelection) => JSON.parse(selection.ticket) as FormTicket
