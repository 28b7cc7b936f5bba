import type { SecurityState } from '#contracts/account/second-factors.ts'
import { ACCOUNT_EVENTS, type AccountView } from '#contracts/operator/accounts.ts'
import { factorRemovalTime } from '#model/people/account-actions.ts'
import { describeDevice } from '#model/platform/devices.ts'
import type { Context } from '#server/context.ts'
import { listUndoTokens } from '#server/people/emails/account-token-rows.ts'
import { listFactorRemovals } from '#server/people/factor-removals/factor-removal-rows.ts'
import { readSecurityState } from '#server/people/second-factors/second-factor-rows.ts'
import { listLiveSessions } from '#server/people/sessions/session-rows.ts'
import {
  findAccountDetailRow,
  listAccountEvents,
  listAccountMemberships,
  type AccountEvent,
  type AccountDetailRow,
} from './account-care-rows.ts'

const SHOWN_EVENTS = 30

export async function viewAccount(
  context: Pick<Context, 'clock' | 'db'>,
  { accountId, viewerId }: { accountId: string; viewerId: string },
): Promise<AccountView | undefined> {
  const { db } = context
  const now = new Date(context.clock.now())
  const row = await findAccountDetailRow(db, accountId)
  if (!row) return undefined
  const [sessions, security, removals, memberships, tokens, events] = await Promise.all([
    listLiveSessions(db, { accountId, now }),
    readSecurityState(db, accountId),
    listFactorRemovals(db, accountId),
    listAccountMemberships(db, accountId),
    listUndoTokens(db, { accountId, now }),
    listAccountEvents(db, { accountId, kinds: ACCOUNT_EVENTS, limit: SHOWN_EVENTS }),
  ])
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    isVerified: row.isVerified,
    since: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    isOperator: row.isOperator,
    isOwn: row.id === viewerId,
    lock: lockOf(row),
    sessions: sessions.map(({ userAgent, createdAt, lastUsedAt, ...session }) => ({
      ...session,
      device: describeDevice(userAgent),
      since: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    factors: factorsOf(security),
    removals: removals.map(({ factor, requestedAt, emailedAt, by }) => ({
      factor,
      requestedAt: requestedAt.toISOString(),
      by,
      dueAt: isoOf(factorRemovalTime(emailedAt?.getTime())),
    })),
    memberships,
    orders: { paid: row.paidOrders, all: row.allOrders },
    emailChanges: tokens.map(({ email, createdAt, expiresAt }) => ({
      email,
      changedAt: createdAt.toISOString(),
      until: expiresAt.toISOString(),
    })),
    events: events.flatMap(eventOf),
  }
}

const factorsOf = ({ authenticator, passkeys }: SecurityState): AccountView['factors'] => ({
  hasAuthenticator: authenticator.isOn,
  recoveryCodesLeft: authenticator.recoveryCodesLeft,
  passkeys: passkeys.map(({ name, host, createdAt, lastUsedAt }) => ({
    name,
    host,
    since: createdAt,
    lastUsedAt,
  })),
})

function eventOf({ at, kind, by, reason }: AccountEvent): AccountView['events'] {
  const known = ACCOUNT_EVENTS.find((each) => each === kind)
  return known ? [{ at: at.toISOString(), kind: known, by, reason }] : []
}

const lockOf = ({ lockedAt, lockedBy, lockReason }: AccountDetailRow): AccountView['lock'] =>
  lockedAt && { since: lockedAt.toISOString(), by: lockedBy, reason: lockReason ?? '' }

const isoOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()
