import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { promotersWithPaymentProblems } from '#stores/operator/payment-problems.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { OperatorGate } from '../OperatorGate.tsx'
import { CancelledRefunds } from './CancelledRefunds.tsx'
import { Disputes } from './Disputes.tsx'
import { RefundRequests } from './RefundRequests.tsx'
import { PaymentProblems } from './PaymentProblems.tsx'

const NAMES = ['promoter', 'dispute'] as const

/** The page `/operator/trouble` with the disputes, and the payments that an operator must resolve, of all promoters. */
export function PaymentProblemsPage() {
  return (
    <OperatorGate>
      <Sections />
    </OperatorGate>
  )
}

function Sections() {
  const [filters, narrow] = useUrlFilters(NAMES)
  const { data } = useStore(promotersWithPaymentProblems.$store, LOADING)
  return (
    <div className="sections">
      <div className="filters">
        <FilterSelect
          id="payment-problem-promoter"
          label="Promoter"
          value={filters.promoter}
          all="All"
          options={data?.map(({ id, name }) => [id, name]) ?? []}
          onChoose={(promoter) => narrow({ promoter })}
        />
      </div>
      <RefundRequests promoterId={filters.promoter} />
      <PaymentProblems promoterId={filters.promoter} />
      <Disputes
        promoterId={filters.promoter}
        status={filters.dispute}
        onChoose={(dispute) => narrow({ dispute })}
      />
      <CancelledRefunds />
    </div>
  )
}
