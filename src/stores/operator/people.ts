import { call } from '#browser/platform/api.ts'
import {
  cancelFactorRemovals,
  deleteAccountOnRequest,
  endAccountSessions as endSessionsContract,
  findAccounts,
  getAccount,
  lockAccount as lockContract,
  requestFactorRemoval,
  restoreAccountEmail,
  unlockAccount as unlockContract,
  type AccountView,
} from '#contracts/operator/accounts.ts'
import type { RemovableFactor } from '#model/people/account-actions.ts'
import type { Result } from '#model/platform/result.ts'
import { createResourceOf, mapData } from '#stores/platform/resource.ts'

export const foundAccounts = createResourceOf(
  async (q: string) => mapData(await call(findAccounts, { query: { q } }), ({ accounts }) => accounts),
  (q) => q,
)

export const accountDetail = createResourceOf(
  async (id: string) => mapData(await call(getAccount, { params: { id } }), (data) => data.account),
  (id) => id,
)

function keep(answer: Result<{ account: AccountView }>): Result<{ account: AccountView }> {
  if (answer.success) accountDetail.adopt(answer.data.account)
  return answer
}

export const endAccountSessions = async (id: string, reason: string) =>
  keep(await call(endSessionsContract, { params: { id }, body: { reason } }))

export const lockAccount = async (id: string, reason: string) =>
  keep(await call(lockContract, { params: { id }, body: { reason } }))

export const unlockAccount = async (id: string, reason: string) =>
  keep(await call(unlockContract, { params: { id }, body: { reason } }))

export const removeFactor = async (id: string, factor: RemovableFactor, reason: string) =>
  keep(await call(requestFactorRemoval, { params: { id }, body: { factor, reason } }))

export const cancelRemovals = async (id: string, reason: string) =>
  keep(await call(cancelFactorRemovals, { params: { id }, body: { reason } }))

export const restoreEmail = async (id: string, email: string, reason: string) =>
  keep(await call(restoreAccountEmail, { params: { id }, body: { email, reason } }))

export const deletePersonOnRequest = (id: string, body: { email: string; reason: string }) =>
  call(deleteAccountOnRequest, { params: { id }, body })
