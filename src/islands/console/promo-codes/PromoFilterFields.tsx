import { promoState, type PromoOptions } from '#contracts/console/pricing/promo-codes.ts'
import { Field } from '#ui/form/Field.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { FoldedFilters } from '#islands/console/filters/FoldedFilters.tsx'
import { PROMO_STATE_LABELS } from './format-promo-code.ts'
import { formatNumber } from '#ui/format/format-numbers.ts'

type Filters = Partial<Record<'q' | 'state' | 'eventId' | 'batchId', string>>

interface Props {
  options: PromoOptions
  filters: Filters
  onNarrow: (change: Filters) => void
}

export function PromoFilterFields({ options, filters, onNarrow }: Props) {
  return (
    <search>
      <div className="filters">
        <SearchField q={filters.q ?? ''} onNarrow={onNarrow} />
      </div>
      <FoldedFilters count={Object.keys(filters).filter((name) => name !== 'q').length}>
        <div className="filters">
          <FilterSelect
            id="promo-state"
            label="Status"
            value={filters.state}
            all="All statuses"
            options={promoState.options.map((state) => [state, PROMO_STATE_LABELS[state][0]])}
            onChoose={(state) => onNarrow({ state })}
          />
          <FilterSelect
            id="promo-event"
            label="Event"
            value={filters.eventId}
            all="All codes"
            options={options.events.map(({ id, title }) => [id, `Only ${title}`])}
            onChoose={(eventId) => onNarrow({ eventId })}
          />
          {options.batches.length > 0 && (
            <FilterSelect
              id="promo-batch"
              label="Batch"
              value={filters.batchId}
              all="All codes"
              options={options.batches.map(({ id, name, count }) => [id, `${name} (${formatNumber(count)})`])}
              onChoose={(batchId) => onNarrow({ batchId })}
            />
          )}
        </div>
      </FoldedFilters>
    </search>
  )
}

/** Searches only on Enter, so that the URL doesn't contain unfinished texts. */
function SearchField({ q, onNarrow }: { q: string; onNarrow: Props['onNarrow'] }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const q = new FormData(event.currentTarget).get('q')
        if (typeof q === 'string') onNarrow({ q: q.trim() })
      }}
    >
      <Field
        id="promo-q"
        name="q"
        type="search"
        label="Search codes"
        defaultValue={q}
        enterKeyHint="search"
      />
    </form>
  )
}
