import type { openPromoter as contract } from '#contracts/console/promoters.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed } from '#model/platform/result.ts'
import { siteNameRefusal } from '#model/sites/site-names.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import { transact } from '#server/platform/db/transact.ts'
import { siteAddress } from '#server/platform/site-address.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { hasOperators } from '#server/people/operators/operator-rows.ts'
import { findOpened, insertPromoter, listTakenNames } from './promoter-rows.ts'
import { parentHosts, siteHosts } from './site-hosts.ts'

const OPENING = { name: 'open promoter', points: 5, seconds: 86_400 }

/**
 * The storefront is below the main site's hosts. EMAIL_NOT_VERIFIED for an unverified account, REGISTRATION_CLOSED while the platform has
 * no operator.
 */
export const openPromoter: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, idempotencyKey } = call
  if (!account.isEmailVerified) return fail('EMAIL_NOT_VERIFIED')
  const before = await findOpened(context.db, { accountId: account.id, key: idempotencyKey })
  if (before) return succeed(view(context, call, before))
  if (!(await hasOperators(context.db, context.config))) return fail('REGISTRATION_CLOSED')
  const why = siteNameRefusal(body.siteName)
  if (why) return fail('VALIDATION_ERROR', [{ path: 'siteName', message: why }])
  const tooMany = await context.limits.take(OPENING, account.id)
  if (tooMany) return tooMany
  const promoter = {
    ...body,
    id: crypto.randomUUID(),
    hosts: siteHosts(context.config, body.siteName),
    openedBy: account.id,
    openingKey: idempotencyKey,
    now: new Date(context.clock.now()),
  }
  const opened = await write(context, promoter)
  if (!opened.success) {
    await context.limits.giveBack(OPENING, account.id)
    // A concurrent request with the same key: both return the same promoter.
    const twin = await findOpened(context.db, { accountId: account.id, key: idempotencyKey })
    return twin ? succeed(view(context, call, twin)) : opened
  }
  await context.sites.reload(promoter.id)
  return succeed(view(context, call, promoter))
}

const write = (context: Context, promoter: Parameters<typeof insertPromoter>[1]) =>
  transact(
    context.db,
    async (trx) => {
      const names = [promoter.siteName]
      const taken = await listTakenNames(trx, { names, mainHosts: parentHosts(context.config) })
      if (taken.length > 0) return fail('SITE_NAME_TAKEN')
      await insertPromoter(trx, promoter)
      const { id, name, siteName, country, currency, now } = promoter
      const actor = { accountId: promoter.openedBy, apiKeyId: null }
      const after = { name, siteName, country, currency }
      const change = {
        promoterId: id,
        actor,
        action: 'promoter.opened',
        subject: { id, name },
        after,
      } as const
      await recordChange(trx, change, now)
      return succeed(null)
    },
    {
      promoters_slug_key: 'SITE_NAME_TAKEN',
      hosts_pkey: 'SITE_NAME_TAKEN',
      promoters_opened_once: 'SITE_NAME_TAKEN',
    },
  )

const view = (context: Context, call: AccountCall, { id, name }: { id: string; name: string }) => ({
  id,
  name,
  siteUrl: siteAddress(context, call, id) ?? '',
})
