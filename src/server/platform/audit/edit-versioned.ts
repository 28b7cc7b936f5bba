import { fail, type ErrorCode } from '#contracts/platform/errors.ts'
import { succeed, type Failure, type Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import type { PipelinedTransaction } from '#server/platform/db/pipelined.ts'
import { transact } from '#server/platform/db/transact.ts'
import type { PromoterCaller } from './actor.ts'
import { recordChange, type AuditChange } from './record-change.ts'

interface VersionedEdit<Row, View, Data, Code extends ErrorCode> {
  version: number
  /** Locks and reads the row; undefined means NOT_FOUND. Called again after `write`. */
  lock: (trx: PipelinedTransaction) => Promise<Row | undefined>
  /** Writes the row and increments its version. Returns a failure when the change isn't allowed. */
  write: (trx: PipelinedTransaction, before: Row, now: Date) => Promise<Failure<Code> | void>
  /** The row as the API shows it, in the response and in `details.current` of EDIT_CONFLICT. */
  view: (row: Row) => View
  data: (view: View) => Data
  action: AuditChange['action']
  subject: (after: Row) => AuditChange['subject']
  state: (row: Row) => AuditChange['after']
  rules?: Readonly<Record<string, Code>>
}

/**
 * Edits a row and logs the change, in one transaction. EDIT_CONFLICT when the caller has read another version of the
 * row.
 */
export function editVersioned<Row extends { version: number }, View, Data, Code extends ErrorCode = never>(
  context: Context,
  { promoterId, actor }: PromoterCaller,
  edit: VersionedEdit<Row, View, Data, Code>,
): Promise<Result<Data, Code | 'NOT_FOUND' | 'EDIT_CONFLICT'>> {
  const { version, lock, write, view, data, action, subject, state, rules = {} } = edit
  const now = new Date(context.clock.now())
  return transact<Data, Code | 'NOT_FOUND' | 'EDIT_CONFLICT'>(
    context.db,
    async (trx) => {
      const before = await lock(trx)
      if (!before) return fail('NOT_FOUND')
      if (before.version !== version) return fail('EDIT_CONFLICT', { current: view(before) })
      const refused = await write(trx, before, now)
      if (refused) return refused
      const after = await lock(trx)
      if (!after) throw new Error('The edited row was not found.')
      const states = { before: state(before), after: state(after) }
      await recordChange(trx, { promoterId, actor, action, subject: subject(after), ...states }, now)
      return succeed(data(view(after)))
    },
    rules,
  )
}
