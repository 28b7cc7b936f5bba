import { idOf } from './chance.ts'

export const promoterIdOf = (promoter: { slug: string }): string => idOf('promoter', promoter.slug)

/** Derived from the slug, which is unique on the platform. */
export const eventIdOf = (event: { slug: string }): string => idOf('event', event.slug)

export const ticketTypeIdOf = (event: { slug: string }, type: { name: string }): string =>
  idOf('ticket type', event.slug, type.name)

export const promoCodeIdOf = (promoterId: string, code: string): string =>
  idOf('promo code', promoterId, code)
