import { OperatorGate } from '../OperatorGate.tsx'
import { AllBalances } from './AllBalances.tsx'
import { AllSettlements } from './AllSettlements.tsx'
import { BankFiles } from './BankFiles.tsx'
import { DebtorAccounts } from './DebtorAccounts.tsx'

/** The page `/operator/money` with promoters' balances and payouts. */
export function MoneyPage() {
  return (
    <OperatorGate>
      <div className="sections">
        <AllSettlements />
        <BankFiles />
        <AllBalances />
        <DebtorAccounts />
      </div>
    </OperatorGate>
  )
}
