import * as accounts from '#contracts/operator/accounts.ts'
import { deleteAccountOnRequest } from '#server/people/account-care/delete-account-on-request.ts'
import { findAccounts, getAccount } from '#server/people/account-care/find-accounts.ts'
import { endAccountSessions, lockAccount, unlockAccount } from '#server/people/account-care/lock-account.ts'
import {
  cancelFactorRemovals,
  requestFactorRemoval,
} from '#server/people/account-care/remove-second-factor.ts'
import { restoreAccountEmail } from '#server/people/account-care/restore-account-email.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindAccountCare(bind: Bind): void {
  bind(accounts.findAccounts, findAccounts)
  bind(accounts.getAccount, getAccount)
  bind(accounts.endAccountSessions, endAccountSessions)
  bind(accounts.lockAccount, lockAccount)
  bind(accounts.unlockAccount, unlockAccount)
  bind(accounts.requestFactorRemoval, requestFactorRemoval)
  bind(accounts.cancelFactorRemovals, cancelFactorRemovals)
  bind(accounts.restoreAccountEmail, restoreAccountEmail)
  bind(accounts.deleteAccountOnRequest, deleteAccountOnRequest)
}
