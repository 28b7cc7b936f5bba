import * as bankAccounts from '#contracts/console/bank-accounts.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'
import { changeBankAccount } from '#server/money/bank-accounts/change-bank-account.ts'
import { confirmBankAccounts } from '#server/money/bank-accounts/confirm-bank-accounts.ts'
import { listBankAccounts } from '#server/money/bank-accounts/list-bank-accounts.ts'
import { undoBankAccountChange } from '#server/money/bank-accounts/undo-bank-account-change.ts'

export function bindBankAccounts(bind: Bind): void {
  bind(bankAccounts.listBankAccounts, listBankAccounts)
  bind(bankAccounts.changeBankAccount, changeBankAccount)
  bind(bankAccounts.confirmBankAccounts, confirmBankAccounts)
  bind(bankAccounts.undoBankAccountChange, undoBankAccountChange)
}
