import {
  changeBankAccount as changeContract,
  confirmBankAccounts as confirmContract,
  listBankAccounts as listContract,
  undoBankAccountChange as undoContract,
} from '#contracts/console/bank-accounts.ts'
import type { Bind, BindPromoter } from '#server/http/bindings/bindings.ts'
import { changeBankAccount } from '#server/money/bank-accounts/change-bank-account.ts'
import { confirmBankAccounts } from '#server/money/bank-accounts/confirm-bank-accounts.ts'
import { listBankAccounts } from '#server/money/bank-accounts/list-bank-accounts.ts'
import { undoBankAccountChange } from '#server/money/bank-accounts/undo-bank-account-change.ts'

export function bindBankAccounts(bind: Bind, bindPromoter: BindPromoter): void {
  bindPromoter(listContract, listBankAccounts)
  bindPromoter(changeContract, changeBankAccount)
  bindPromoter(confirmContract, confirmBankAccounts)
  bind(undoContract, undoBankAccountChange)
}
