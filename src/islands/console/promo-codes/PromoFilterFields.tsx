import { promoState, type PromoChoices } from '#contracts/console/promo-codes.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { STATE_WORDS } from './promo-words.ts'

type Filters = Partial<Record<'q' | 'state' | 'eventId' | 'batchId', string>>

interface Props {
  choices: PromoChoices
  filters: Filters
  onNarrow: (change: Filters) => void
}

export function PromoFilterFields({ choices, filters, onNarrow }: Props) {
  return (
    <div className="desk-filters">
      <SearchField q={filters.q ?? ''} onNarrow={onNarrow} />
      <Select
        id="promo-state"
        label="State"
        value={filters.state ?? ''}
        onChange={(change) => onNarrow({ state: change.currentTarget.value })}
      >
        <option value="">Every state</option>
        {promoState.options.map((state) => (
          <option key={state} value={state}>
            {STATE_WORDS[state][0]}
          </option>
        ))}
      </Select>
      <Select
        id="promo-event"
        label="Event"
        value={filters.eventId ?? ''}
        onChange={(change) => onNarrow({ eventId: change.currentTarget.value })}
      >
        <option value="">All codes</option>
        {choices.events.map(({ id, title }) => (
          <option key={id} value={id}>
            Only {title}
          </option>
        ))}
      </Select>
      {choices.batches.length > 0 && (
        <Select
          id="promo-batch"
          label="Batch"
          value={filters.batchId ?? ''}
          onChange={(change) => onNarrow({ batchId: change.currentTarget.value })}
        >
          <option value="">All codes</option>
          {choices.batches.map(({ id, name, count }) => (
            <option key={id} value={id}>
              {name} ({count.toLocaleString('en')})
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}

/** Asked with Enter, so that the address keeps what was meant. */
function SearchField({ q, onNarrow }: { q: string; onNarrow: Props['onNarrow'] }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const q = new FormData(event.currentTarget).get('q')
        if (typeof q === 'string') onNarrow({ q: q.trim() })
      }}
    >
      <Field id="promo-q" name="q" type="search" label="Find a code" defaultValue={q} enterKeyHint="search" />
    </form>
  )
}
