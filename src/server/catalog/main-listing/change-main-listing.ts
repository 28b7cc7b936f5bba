import type {
  MainSiteEvent,
  putEventBack as putBackContract,
  takeEventOff as takeOffContract,
} from '#contracts/operator/main-site-events.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { listOwnerIds } from '#server/people/accounts/membership-rows.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { toMainSiteEvent } from './list-main-site-events.ts'
import {
  deleteExclusion,
  excludeEventFromMainSite,
  lockMainSiteEvent,
  type MainSiteEventRow,
} from './main-listing-rows.ts'

export const takeEventOff: UseCase<typeof takeOffContract, AccountCall> = (context, call) =>
  changeListing(context, call, { reason: call.body.reason })

export const putEventBack: UseCase<typeof putBackContract, AccountCall> = (context, call) =>
  changeListing(context, call, { reason: null })

type ListingCall = AccountCall & { params: { id: string } }

/**
 * Removes an event from the main site for a reason, or lists it again when `reason` is null. A repeated call changes
 * nothing.
 */
const changeListing = (
  context: Context,
  call: ListingCall,
  { reason }: { reason: string | null },
): Promise<Result<{ event: MainSiteEvent }, 'NOT_FOUND'>> =>
  transact(context.db, async (trx): Promise<Result<{ event: MainSiteEvent }, 'NOT_FOUND'>> => {
    const before = await lockMainSiteEvent(trx, call.params.id)
    if (!before) return fail('NOT_FOUND')
    if ((before.reason === null) === (reason === null)) return succeed({ event: toMainSiteEvent(before) })
    const now = new Date(context.clock.now())
    const { id: eventId, promoterId } = before
    if (reason === null) await deleteExclusion(trx, eventId)
    else await excludeEventFromMainSite(trx, { eventId, promoterId, reason, now })
    await recordListing(trx, call, { event: before, reason, now })
    return succeed({
      event: toMainSiteEvent({ ...before, reason, takenOffAt: reason === null ? null : now }),
    })
  })

/** Logs the change in the operators' and the promoter's audit log, and emails each owner. */
async function recordListing(
  trx: Trx,
  call: ListingCall,
  change: { event: MainSiteEventRow; reason: string | null; now: Date },
): Promise<void> {
  const { event, reason, now } = change
  const { promoterId } = event
  const action = reason === null ? 'event.put_back_on_main_site' : 'event.taken_off_main_site'
  const accountId = call.account.id
  const after = reason === null ? {} : { after: { reason } }
  const actor = { accountId, apiKeyId: null, isOperator: true }
  const subject = { id: event.id, name: event.title }
  await recordChange(trx, { promoterId, actor, action, subject, ...after }, now)
  const entry = { subjectId: event.id, subject: event.title, promoterId, ...after }
  await insertOperatorChange(trx, { accountId, action, ...entry, now })
  const id = crypto.randomUUID()
  const owners = await listOwnerIds(trx, promoterId)
  const facts = owners.map((owner): MailFact => ({
    kind: 'main_site_listing',
    fact: `main_site_listing:${id}:${owner}`,
    payload: { accountId: owner, promoterId, title: event.title, reason },
    origin: call.client.origin,
    promoterId: null,
  }))
  await writeMails(trx, facts, now)
}
