import * as z from 'zod/mini'
import { endpoint } from '#contracts/platform/endpoint.ts'
import { idParams } from '#contracts/platform/params.ts'
import { cursor, objectId } from '#model/platform/bounds.ts'

export const mainSiteEvent = z.object({
  id: z.string(),
  title: z.string(),
  promoter: z.object({ id: z.string(), name: z.string() }),
  startsAt: z.string(),
  timeZone: z.string(),
  /** Why and when the event was removed from the main site; null while it is listed. */
  takenOff: z.nullable(z.object({ reason: z.string(), at: z.string() })),
})
export type MainSiteEvent = z.infer<typeof mainSiteEvent>

export const listMainSiteEvents = endpoint({
  description:
    'Lists the upcoming published public events by start, including those removed from the main site. `q` searches the title and the ' +
    'promoter’s name; `listing` chooses events that are listed or removed.',
  method: 'GET',
  path: '/api/operator/main-site/events',
  access: 'operator',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    promoterId: z.optional(objectId),
    listing: z.optional(z.enum(['listed', 'taken_off'])),
    cursor: z.optional(cursor),
  }),
  data: z.object({ events: z.array(mainSiteEvent), nextCursor: z.nullable(z.string()) }),
})

const answer = z.object({ event: mainSiteEvent })

export const takeEventOff = endpoint({
  description:
    'Removes an event from the main site: its list, search and sitemap. The promoter’s storefront still shows and sells it. The promoter’s ' +
    'owners are emailed the reason. Has no effect on an event that was removed before.',
  method: 'POST',
  path: '/api/operator/main-site/events/{id}/take-off',
  access: 'operator',
  params: idParams,
  body: z.object({
    reason: z
      .string()
      .check(z.trim(), z.minLength(3, 'Enter the reason.'), z.maxLength(500, 'Use 500 characters at most.')),
  }),
  data: answer,
  errors: ['NOT_FOUND'],
})

export const putEventBack = endpoint({
  description: 'Lists an event on the main site again. The promoter’s owners are emailed.',
  method: 'POST',
  path: '/api/operator/main-site/events/{id}/put-back',
  access: 'operator',
  params: idParams,
  data: answer,
  errors: ['NOT_FOUND'],
})

export const MAX_FEATURED = 12

const featured = z.object({
  /** Featured events, in the order in which the home page shows them. */
  events: z.array(
    z.extend(mainSiteEvent, {
      /** False while the event is unpublished, removed from the main site, or not public, or its promoter isn't active. */
      isShown: z.boolean(),
    }),
  ),
})
export type FeaturedEvent = z.infer<typeof featured>['events'][number]

const eventIds = z.array(objectId).check(z.maxLength(MAX_FEATURED, `Feature ${MAX_FEATURED} events at most.`))

export const listFeaturedEvents = endpoint({
  description:
    'Lists the events that the main site’s home page shows first, in order. Events that have ended or were cancelled are left out.',
  method: 'GET',
  path: '/api/operator/main-site/featured',
  access: 'operator',
  data: featured,
})

export const putFeaturedEvents = endpoint({
  description:
    'Sets the events that the main site’s home page shows first, in this order. `previousIds` are those that were listed before; ' +
    'EDIT_CONFLICT when another operator has changed them. NOT_FOUND for an event that isn’t in the list of upcoming events.',
  method: 'PUT',
  path: '/api/operator/main-site/featured',
  access: 'operator',
  body: z.object({ ids: eventIds, previousIds: eventIds }),
  data: featured,
  errors: ['NOT_FOUND', 'EDIT_CONFLICT'],
})
