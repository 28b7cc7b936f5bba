import type { getEvent as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import type { Caller, UseCase, Visitor } from '../use-case.ts'
import { findEvent } from './find-event.ts'

/**
 * NOT_FOUND for drafts and for events of a promoter that this site does not sell. Of one that opens with a code there are no
 * prices until it was entered.
 */
export const getEvent: UseCase<typeof contract, Caller & { client?: Visitor }> = async (context, call) => {
  const { site, params, client } = call
  const cookies = client?.cookies ?? {}
  const found = await findEvent(context, { site, idOrSlug: params.idOrSlug, cookies })
  return found ? succeed(found.event) : fail('NOT_FOUND')
}
