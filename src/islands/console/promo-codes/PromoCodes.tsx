import { useEffect, useMemo, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import {
  promoState,
  type ManagedPromoCode,
  type PromoOptions,
  type PromoFilters,
} from '#contracts/console/pricing/promo-codes.ts'
import { LoadFailed } from '#ui/loading/LoadFailed.tsx'
import { ConsoleGate } from '#islands/console/ConsoleGate.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { exportPromoCodes, promoOptions, promoCodes } from '#stores/console/promo-codes.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { Button } from '#ui/Button.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { PromoDialog } from './PromoDialog.tsx'
import { PromoFilterFields } from './PromoFilterFields.tsx'
import { PromoTable } from './PromoTable.tsx'
import { Skeleton } from '#ui/loading/Skeleton.tsx'

const skeleton = <Skeleton size="form" />

export function PromoCodes() {
  return <ConsoleGate skeleton={skeleton}>{() => <PromoCodeList />}</ConsoleGate>
}

function PromoCodeList() {
  const { data, error } = useStore(promoOptions.$store, LOADING)
  if (data) return <PromoList options={data} />
  if (!error) return skeleton
  return <LoadFailed what="Your promo codes" why={error} onRetry={() => void promoOptions.load()} />
}

type Opened = 'new' | 'bulk' | 'import' | ManagedPromoCode | undefined

const NAMES = ['q', 'state', 'eventId', 'batchId'] as const

function PromoList({ options }: { options: PromoOptions }) {
  const list = useStore(promoCodes.$list, EMPTY_LIST)
  const [named, narrow] = useUrlFilters(NAMES)
  const [opened, open] = useState<Opened>()
  const { q, eventId, batchId } = named
  const state = promoState.options.find((each) => each === named.state)
  const isNarrowed = Object.keys(named).length > 0
  const filters = useMemo(() => definedOf({ q, state, eventId, batchId }), [q, state, eventId, batchId])
  useEffect(() => void promoCodes.load(filters), [filters])
  const show = (batch: string): void => {
    open(undefined)
    narrow({ q: '', state: '', eventId: '', batchId: batch })
  }
  return (
    <section className="section pricing-first" aria-labelledby="promo-codes">
      <h2 id="promo-codes" className="visually-hidden">
        Promo codes
      </h2>
      <PromoActions filters={filters} onOpen={open} />
      <PromoFilterFields key={q ?? ''} options={options} filters={named} onNarrow={narrow} />
      <PagedRows
        list={list}
        what="Your promo codes"
        onRetry={() => void promoCodes.reload()}
        onMore={() => void promoCodes.more()}
        empty={isNarrowed ? <p>No codes match these filters.</p> : <NoCodes onAdd={() => open('new')} />}
      >
        {(rows) => <PromoTable rows={rows} options={options} onOpen={open} />}
      </PagedRows>
      {opened === 'bulk' && <BulkDialog options={options} onClose={() => open(undefined)} onMade={show} />}
      {opened === 'import' && <ImportDialog onClose={() => open(undefined)} onMade={show} />}
      {opened === 'new' && <PromoDialog options={options} onClose={() => open(undefined)} />}
      {typeof opened === 'object' && (
        <PromoDialog options={options} promo={opened} onClose={() => open(undefined)} />
      )}
    </section>
  )
}

function definedOf(filters: Record<string, string | undefined>): PromoFilters {
  // Each value was validated as a value of its filter.
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as PromoFilters
}

function PromoActions({ filters, onOpen }: { filters: PromoFilters; onOpen: (what: Opened) => void }) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await exportPromoCodes(filters)
    setBusy(false)
    if (!answer.success)
      showToast({ type: 'destructive', title: 'Not exported', message: answer.error.message })
  }
  return (
    <div className="form-actions pricing-actions">
      <Button onClick={() => onOpen('new')}>Add promo code</Button>
      <Button variant="quiet" onClick={() => onOpen('bulk')}>
        Create many
      </Button>
      <Button variant="quiet" onClick={() => onOpen('import')}>
        Import
      </Button>
      <Button variant="quiet" busy={isBusy} onClick={() => void save()}>
        {isBusy ? 'Exporting…' : 'Export as CSV'}
      </Button>
    </div>
  )
}

function NoCodes({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <p>
        A promo code takes a percentage or an amount off the tickets. Create one for everyone, or thousands of
        single-use codes.
      </p>
      <Button onClick={onAdd}>Add your first code</Button>
    </>
  )
}
