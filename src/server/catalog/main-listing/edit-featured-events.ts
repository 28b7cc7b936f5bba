import type {
  listFeaturedEvents as listContract,
  putFeaturedEvents as putContract,
} from '#contracts/operator/main-site-events.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { insertOperatorChange } from '#server/people/operators/operator-rows.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import {
  listFeaturableEvents,
  listFeaturedEventRows,
  lockFeaturedEvents,
  replaceFeaturedEvents,
} from './featured-event-rows.ts'
import { toMainSiteEvent } from './list-main-site-events.ts'

export const listFeaturedEvents: UseCase<typeof listContract, AccountCall> = async (context) =>
  succeed(await viewFeatured(context))

export const putFeaturedEvents: UseCase<typeof putContract, AccountCall> = async (context, call) => {
  const now = new Date(context.clock.now())
  const ids = [...new Set(call.body.ids.map((id) => id.toLowerCase()))]
  const changed = await transact<null, CodeOf<typeof putContract>>(context.db, async (trx) => {
    await lockFeaturedEvents(trx)
    const before = await listFeaturedEventRows(trx, now)
    if (isSame(before, ids)) return succeed(null)
    if (!isSame(before, call.body.previousIds))
      return fail('EDIT_CONFLICT', { current: before.map(({ id }) => id) })
    const known = [...before, ...(await listFeaturableEvents(trx, { ids, now }))]
    const after = ids.flatMap((id) => known.find((event) => event.id === id) ?? [])
    if (after.length < ids.length) return fail('NOT_FOUND')
    await replaceFeaturedEvents(trx, ids)
    await insertOperatorChange(trx, {
      accountId: call.account.id,
      action: 'main_site.featured_changed',
      subjectId: 'main',
      subject: 'the main site',
      before: { events: before.map(({ title }) => title) },
      after: { events: after.map(({ title }) => title) },
      now,
    })
    return succeed(null)
  })
  return changed.success ? succeed(await viewFeatured(context)) : changed
}

const isSame = (events: readonly { id: string }[], ids: readonly string[]): boolean =>
  events.map(({ id }) => id).join() === ids.join().toLowerCase()

async function viewFeatured({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const rows = await listFeaturedEventRows(db, new Date(clock.now()))
  return { events: rows.map((row) => ({ ...toMainSiteEvent(row), isShown: row.isShown })) }
}
