import type { openPromoter as contract } from '#contracts/console/promoters.ts'
import type { CodeOf } from '#contracts/platform/endpoint.ts'
import { fail } from '#contracts/platform/errors.ts'
import { succeed, type Result } from '#model/platform/result.ts'
import { siteNameRefusal } from '#model/sites/site-names.ts'
import { recordChange } from '#server/platform/audit/record-change.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/platform/db/query.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { MailFact } from '#server/platform/outbox/mail-facts.ts'
import { writeMails } from '#server/platform/outbox/mail-rows.ts'
import { siteOrigin } from '#server/platform/site-origin.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { accountMailSite } from '#server/people/emails/mail-site.ts'
import {
  hasOperators,
  insertOperatorChange,
  listOperatorIds,
} from '#server/people/operators/operator-rows.ts'
import { lockPlatformSettingsShared } from '#server/people/registration/platform-settings-rows.ts'
import { consumePromoterInvitation } from '#server/people/registration/promoter-invitation-rows.ts'
import { decidePromoterRegistration } from '#server/people/registration/decide-promoter-registration.ts'
import {
  findPromoterByIdempotencyKey,
  insertPromoter,
  listTakenSiteNames,
  type NewPromoter,
} from './promoter-rows.ts'
import { parentHosts, siteHosts } from './site-hosts.ts'

const OPENING = { name: 'open promoter', points: 5, seconds: 86_400 }

/**
 * Creates a promoter with a storefront on a subdomain of the main site. Operators decide who can do so
 * (`registration`). REGISTRATION_CLOSED while the platform has no operator.
 */
export const openPromoter: UseCase<typeof contract, AccountCall> = async (context, call) => {
  const { account, body, idempotencyKey } = call
  if (!account.isEmailVerified) return fail('EMAIL_NOT_VERIFIED')
  const before = await findPromoterByIdempotencyKey(context.db, {
    accountId: account.id,
    key: idempotencyKey,
  })
  if (before) return succeed(view(context, call, before))
  if (!(await hasOperators(context.db, context.config))) return fail('REGISTRATION_CLOSED')
  const why = siteNameRefusal(body.siteName)
  if (why) return fail('VALIDATION_ERROR', [{ path: 'siteName', message: why }])
  const tooMany = await context.limits.consume(OPENING, account.id)
  if (tooMany) return tooMany
  const opened = await write(context, {
    ...body,
    id: crypto.randomUUID(),
    hosts: siteHosts(context.config, body.siteName),
    openedBy: account.id,
    openedByEmail: account.email,
    openingKey: idempotencyKey,
    mailSite: accountMailSite(context, call),
    now: new Date(context.clock.now()),
  })
  if (!opened.success) {
    await context.limits.restore(OPENING, account.id)
    // A concurrent request with the same key has created the promoter; both return it.
    const existing = await findPromoterByIdempotencyKey(context.db, {
      accountId: account.id,
      key: idempotencyKey,
    })
    return existing ? succeed(view(context, call, existing)) : opened
  }
  await context.sites.reload(opened.data.id)
  return succeed(view(context, call, opened.data))
}

type Opening = Omit<NewPromoter, 'status'> & {
  openedByEmail: string
  mailSite: Pick<MailFact, 'origin' | 'promoterId'>
}

type Refused = CodeOf<typeof contract>

const write = (context: Context, opening: Opening): Promise<Result<NewPromoter, Refused>> =>
  transact<NewPromoter, Refused>(
    context.db,
    async (trx) => {
      const names = [opening.siteName]
      const taken = await listTakenSiteNames(trx, { names, mainHosts: parentHosts(context.config) })
      if (taken.length > 0) return fail('SITE_NAME_TAKEN')
      const admitted = await admit(context, trx, opening)
      if (!admitted.success) return admitted
      const { status, invitationId } = admitted.data
      const promoter = { ...opening, status }
      await insertPromoter(trx, promoter)
      const { id, now } = promoter
      if (
        invitationId !== undefined &&
        !(await consumePromoterInvitation(trx, { id: invitationId, promoterId: id, now }))
      )
        return fail('INVITATION_REQUIRED')
      await record(trx, promoter)
      if (status === 'pending') await askOperators(context, trx, promoter)
      return succeed(promoter)
    },
    {
      promoters_slug_key: 'SITE_NAME_TAKEN',
      hosts_pkey: 'SITE_NAME_TAKEN',
      promoters_opened_once: 'SITE_NAME_TAKEN',
    },
  )

/**
 * Decides whether the account can create a promoter. The settings are locked, so that no promoter is created after
 * registration was closed.
 */
async function admit(
  context: Context,
  trx: Trx,
  { openedBy, openedByEmail, now }: Opening,
): Promise<Result<{ status: 'active' | 'pending'; invitationId?: string }, Refused>> {
  const settings = await lockPlatformSettingsShared(trx)
  const account = { id: openedBy, email: openedByEmail }
  const { outcome, invitationId } = await decidePromoterRegistration(context, trx, { settings, account, now })
  if (outcome === 'INVITATION_REQUIRED' || outcome === 'REGISTRATION_CLOSED') return fail(outcome)
  return succeed({ status: outcome, ...(invitationId === undefined ? {} : { invitationId }) })
}

async function record(trx: Trx, promoter: NewPromoter): Promise<void> {
  const { id, name, siteName, country, currency, now } = promoter
  const actor = { accountId: promoter.openedBy, apiKeyId: null }
  const after = { name, siteName, country, currency }
  const change = { promoterId: id, actor, action: 'promoter.opened', subject: { id, name }, after } as const
  await recordChange(trx, change, now)
}

async function askOperators(
  { config }: Context,
  trx: Trx,
  { id, name, openedBy, mailSite: site, now }: NewPromoter & Pick<Opening, 'mailSite'>,
): Promise<void> {
  const about = { subjectId: id, subject: name, promoterId: id }
  await insertOperatorChange(trx, { ...about, accountId: openedBy, action: 'promoter.requested', now })
  const operators = await listOperatorIds(trx, config)
  const facts = operators.map((accountId): MailFact => ({
    kind: 'promoter_requested',
    fact: `promoter_requested:${id}:${accountId}`,
    payload: { accountId, promoterId: id },
    origin: site.origin,
    promoterId: null,
  }))
  await writeMails(trx, facts, now)
}

const view = (
  context: Context,
  call: AccountCall,
  { id, name, status }: Pick<NewPromoter, 'id' | 'name' | 'status'>,
) => ({ id, name, status, siteUrl: siteOrigin(context, call, id) ?? '' })
