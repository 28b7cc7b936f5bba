import { useEffect, useMemo, useState } from 'react'
import { voucherState, type VoucherFilters } from '#contracts/console/pricing/vouchers.ts'
import { voucherKind } from '#model/sales/vouchers/vouchers.ts'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $openVoucherAmounts, vouchers } from '#stores/console/vouchers/vouchers.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { Skeleton } from '#ui/loading/Skeleton.tsx'
import { IssueDialog } from './IssueDialog.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { VOUCHER_KIND_LABELS, VOUCHER_STATE_LABELS } from './voucher-labels.ts'
import { VoucherTable } from './VoucherTable.tsx'

/** Vouchers that the promoter has given out or sold, and those that buyers got for returned tickets. */
export function Vouchers() {
  return <ConsoleGate skeleton={<Skeleton size="form" />}>{() => <VoucherList />}</ConsoleGate>
}

const NAMES = ['q', 'state', 'kind'] as const

function VoucherList() {
  const list = useStore(vouchers.$list, EMPTY_LIST)
  const [named, narrow] = useUrlFilters(NAMES)
  const [isIssuing, setIssuing] = useState(false)
  const [isOffering, setOffering] = useState(false)
  const { q } = named
  const state = voucherState.options.find((each) => each === named.state)
  const kind = voucherKind.options.find((each) => each === named.kind)
  const filters = useMemo<VoucherFilters>(
    () => ({ ...(q && { q }), ...(state && { state }), ...(kind && { kind }) }),
    [q, state, kind],
  )
  useEffect(() => void vouchers.load(filters), [filters])
  return (
    <section className="section pricing-first" aria-labelledby="vouchers">
      <h2 id="vouchers" className="visually-hidden">
        Vouchers
      </h2>
      <div className="form-actions pricing-actions">
        <Button onClick={() => setIssuing(true)}>Give out vouchers</Button>
        <Button variant="quiet" onClick={() => setOffering(true)}>
          Sell vouchers online
        </Button>
      </div>
      <OpenAmounts />
      <Filters key={q ?? ''} named={named} onNarrow={narrow} />
      <PagedRows
        list={list}
        what="Your vouchers"
        onRetry={() => void vouchers.reload()}
        onMore={() => void vouchers.more()}
        empty={
          Object.keys(named).length > 0 ? (
            <p>No vouchers match these filters.</p>
          ) : (
            <NoVouchers onAdd={() => setIssuing(true)} />
          )
        }
      >
        {(rows) => <VoucherTable rows={rows} />}
      </PagedRows>
      {isOffering && <OfferDialog onClose={() => setOffering(false)} />}
      {isIssuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </section>
  )
}

/** Balance that buyers can still spend. */
function OpenAmounts() {
  const open = useStore($openVoucherAmounts, NONE)
  if (open.length === 0) return null
  return (
    <dl className="voucher-sums">
      {open.flatMap(({ currency, given, paidIn }) => [
        <div key={`${currency} given`}>
          <dt>Unused balance of vouchers you gave out</dt>
          <dd>{formatAmount(given, currency)}</dd>
        </div>,
        <div key={`${currency} paid in`}>
          <dt>Unused balance of sold vouchers and vouchers for returns</dt>
          <dd>{formatAmount(paidIn, currency)}</dd>
        </div>,
      ])}
    </dl>
  )
}

const NONE: [] = []

type Named = Partial<Record<(typeof NAMES)[number], string>>

function Filters({ named, onNarrow }: { named: Named; onNarrow: (change: Named) => void }) {
  return (
    <search>
      <div className="filters">
        {/* Searches only on Enter, so that the URL doesn't contain unfinished texts. */}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const q = new FormData(event.currentTarget).get('q')
            if (typeof q === 'string') onNarrow({ q: q.trim() })
          }}
        >
          <Field
            id="voucher-q"
            name="q"
            type="search"
            label="Search vouchers"
            placeholder="Code, recipient or note"
            defaultValue={named.q ?? ''}
            enterKeyHint="search"
          />
        </form>
        <FilterSelect
          id="voucher-state"
          label="Status"
          value={named.state}
          all="All statuses"
          options={voucherState.options.map((state) => [state, VOUCHER_STATE_LABELS[state][0]])}
          onChoose={(state) => onNarrow({ state })}
        />
        <FilterSelect
          id="voucher-kind"
          label="Kind"
          value={named.kind}
          all="All kinds"
          options={voucherKind.options.map((kind) => [kind, VOUCHER_KIND_LABELS[kind]])}
          onChoose={(kind) => onNarrow({ kind })}
        />
      </div>
    </search>
  )
}

function NoVouchers({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <p>
        A voucher can pay for one or several orders. Give vouchers out, or sell them online. Buyers can also
        get them for returned tickets, if the event’s rule for returns offers it.
      </p>
      <Button onClick={onAdd}>Give out your first voucher</Button>
    </>
  )
}
