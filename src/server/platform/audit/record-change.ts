import type { Db } from '#server/platform/db/query.ts'
import type { PromoterCaller } from './actor.ts'
import { insertAuditEntry } from './audit-rows.ts'

/** `before` and `after` must not contain secrets or hashes. */
export interface AuditChange extends PromoterCaller {
  /** Noun and verb, such as `event.published`. */
  action: `${string}.${string}`
  subject: { id: string; name: string }
  before?: Readonly<Record<string, unknown>> | undefined
  after?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Writes a change to the audit log. Call in the transaction of the change. Stores only fields that differ; without
 * any, writes nothing.
 */
export async function recordChange(db: Db, change: AuditChange, now: Date): Promise<void> {
  const { promoterId, actor, action, subject } = change
  const [before, after] = differenceOf(change)
  if (before && after && Object.keys(after).length === 0) return
  await insertAuditEntry(db, {
    promoterId,
    actor,
    action,
    subject,
    now,
    before: toJson(before),
    after: toJson(after),
  })
}

type State = AuditChange['before']

function differenceOf({ before, after }: AuditChange): [State, State] {
  if (!before || !after) return [before, after]
  const differs = (key: string): boolean => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(differs)
  const only = (state: Readonly<Record<string, unknown>>): State =>
    Object.fromEntries(keys.map((key) => [key, state[key] ?? null]))
  return [only(before), only(after)]
}

const toJson = (state: State): string | null => (state ? JSON.stringify(state) : null)
