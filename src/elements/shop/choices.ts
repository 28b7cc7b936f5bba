import type { DescribedItem } from '#model/sales/cart.ts'

/** A chosen row of the form. `ticket` is the row's `data-ticket` attribute, a `FormTicket` as JSON. */
export interface TicketChoice {
  ticket: string
  quantity: number
}

export type FormTicket = Pick<
  DescribedItem,
  'ticketTypeId' | 'name' | 'price' | 'minPerOrder' | 'maxPerOrder' | 'accessCode' | 'tax'
>

// The server rendered the attribute from a value of this type (`TicketForm.astro`), in the same version as this file.
export const readTicket = (choice: TicketChoice) => JSON.parse(choice.ticket) as FormTicket
