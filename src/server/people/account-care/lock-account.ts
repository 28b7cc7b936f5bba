import type {
  endAccountSessions as endContract,
  lockAccount as lockContract,
  unlockAccount as unlockContract,
} from '#contracts/operator/accounts.ts'
import { revokeSessions } from '#server/people/sessions/session-rows.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { deleteAccountLock, insertAccountLock } from './account-care-rows.ts'
import { runAccountAction, expectOperatorRemains } from './run-account-action.ts'

export const endAccountSessions: UseCase<typeof endContract, AccountCall> = (context, call) =>
  runAccountAction(context, call, {
    kind: 'stop',
    action: 'sessions_ended',
    change: async (trx, { id: accountId, now }) => {
      await revokeSessions(trx, { accountId, now })
      return 'changed'
    },
  })

/**
 * Locks an account and ends its sessions. Sign-ins take a shared lock of the account's row, so a session started
 * earlier is ended here, and a later sign-in is refused.
 */
export const lockAccount: UseCase<typeof lockContract, AccountCall> = (context, call) =>
  runAccountAction(context, call, {
    kind: 'stop',
    action: 'locked',
    change: async (trx, { id: accountId, isOperator, now }) => {
      const operatorId = call.account.id
      const refused = isOperator && (await expectOperatorRemains(context, trx, operatorId))
      if (refused) return refused
      const lock = { accountId, operatorId, reason: call.body.reason, now }
      if (!(await insertAccountLock(trx, lock))) return 'unchanged'
      await revokeSessions(trx, { accountId, now })
      return 'changed'
    },
  })

export const unlockAccount: UseCase<typeof unlockContract, AccountCall> = (context, call) =>
  runAccountAction(context, call, {
    kind: 'stop',
    action: 'unlocked',
    change: async (trx, { id }) => ((await deleteAccountLock(trx, id)) ? 'changed' : 'unchanged'),
  })
