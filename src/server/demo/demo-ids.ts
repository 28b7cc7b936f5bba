import { deriveId } from './seeded-random.ts'

export const promoterIdOf = (promoter: { slug: string }): string => deriveId('promoter', promoter.slug)

/** Derives an event's id from the slug, which is unique on the platform. */
export const eventIdOf = (event: { slug: string }): string => deriveId('event', event.slug)

export const ticketTypeIdOf = (event: { slug: string }, type: { name: string }): string =>
  deriveId('ticket type', event.slug, type.name)

export const promoCodeIdOf = (promoterId: string, code: string): string =>
  deriveId('promo code', promoterId, code)
