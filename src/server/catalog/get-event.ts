import type { getEvent as contract } from '#contracts/catalog.ts'
import { fail } from '#contracts/errors.ts'
import { succeed } from '#model/result.ts'
import type { UseCase } from '../use-case.ts'
import { findEvent } from './find-event.ts'

/** NOT_FOUND for drafts and for events of a promoter that this site does not sell. */
export const getEvent: UseCase<typeof contract> = async (context, { site, params }) => {
  const found = await findEvent(context, { site, idOrSlug: params.idOrSlug })
  return found ? succeed(found.event) : fail('NOT_FOUND')
}
