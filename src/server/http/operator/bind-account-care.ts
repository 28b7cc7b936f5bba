import * as accounts from '#contracts/operator/accounts.ts'
import { deleteAccountOnRequest } from '#server/people/account-care/delete-account-on-request.ts'
import { findAccounts, getAccount } from '#server/people/account-care/find-accounts.ts'
import { endAccountSessions, lockAccount, unlockAccount } from '#server/people/account-care/lock-account.ts'
import {
  cancelFactorRemovals,
  requestFactorRemoval,
} from '#server/people/account-care/remove-second-factor.ts'
import { restoreAccountEmail } from '#server/people/account-care/restore-account-email.ts'
import type { BindOperator } from '#server/http/bindings/bindings.ts'

export function bindAccountCare(bindOperator: BindOperator): void {
  bindOperator(accounts.findAccounts, findAccounts)
  bindOperator(accounts.getAccount, getAccount)
  bindOperator(accounts.endAccountSessions, endAccountSessions)
  bindOperator(accounts.lockAccount, lockAccount)
  bindOperator(accounts.unlockAccount, unlockAccount)
  bindOperator(accounts.requestFactorRemoval, requestFactorRemoval)
  bindOperator(accounts.cancelFactorRemovals, cancelFactorRemovals)
  bindOperator(accounts.restoreAccountEmail, restoreAccountEmail)
  bindOperator(accounts.deleteAccountOnRequest, deleteAccountOnRequest)
}
