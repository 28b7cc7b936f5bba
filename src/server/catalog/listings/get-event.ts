import type { getEvent as contract } from '#contracts/shop/catalog.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Caller, UseCase, Visitor } from '#server/use-case.ts'
import { findEvent } from './find-event.ts'

/**
 * Returns an event. NOT_FOUND for drafts and events that aren't sold on this site. Without the access code of a locked
 * event, prices are left out.
 */
export const getEvent: UseCase<typeof contract, Caller & { client?: Visitor }> = async (context, call) => {
  const { site, params, client } = call
  const cookies = client?.cookies ?? {}
  const found = await findEvent(context, { site, idOrSlug: params.idOrSlug, cookies })
  return found ? succeed(found.event) : fail('NOT_FOUND')
}
