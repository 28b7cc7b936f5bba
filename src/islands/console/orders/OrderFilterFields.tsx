import { orderStatus } from '#model/sales/orders.ts'
import { ORDER_STATUS_LABELS } from '#model/sales/status-labels.ts'
import { DayFields } from '#islands/console/filters/DayFields.tsx'
import { formatDayIn } from '#ui/format/format-dates.ts'
import type { OrderOptions } from '#stores/console/orders/orders.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { SearchField } from '#islands/console/filters/SearchField.tsx'
import { Select } from '#ui/form/Select.tsx'
import { FoldedFilters } from '#islands/console/filters/FoldedFilters.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'

/** Names of the filters in the URL. */
export const ORDER_FILTERS = ['q', 'status', 'eventId', 'from', 'to', 'promo', 'link'] as const
export type OrderFilterValues = Partial<Record<(typeof ORDER_FILTERS)[number], string>>

interface Props {
  values: OrderFilterValues
  options: OrderOptions | undefined
  onChange: (changed: OrderFilterValues, how?: 'typed') => void
}

export function OrderFilterFields({ values, options, onChange }: Props) {
  const isMore = Boolean(values.from || values.to || values.promo || values.link)
  return (
    <search className="order-filters">
      <div className="filters">
        <SearchField
          id="order-search"
          hint="Name, email, order number or ticket code"
          value={values.q ?? ''}
          onSearch={(q) => onChange({ q }, 'typed')}
        />
      </div>
      <FoldedFilters count={Object.keys(values).filter((name) => name !== 'q').length}>
        <ShortFields values={values} options={options} onChange={onChange} />
        <details className="fold" open={isMore}>
          <summary>Dates, promo code and link</summary>
          <MoreFields values={values} options={options} onChange={onChange} />
        </details>
      </FoldedFilters>
      {Object.keys(values).length > 0 && (
        <Button
          variant="link"
          onClick={() => onChange({ q: '', status: '', eventId: '', from: '', to: '', promo: '', link: '' })}
        >
          Clear all filters
        </Button>
      )}
    </search>
  )
}

function ShortFields({ values, options, onChange }: Props) {
  return (
    <div className="filters">
      <FilterSelect
        id="order-status"
        label="Status"
        value={values.status}
        all="All"
        options={[
          ['attention', 'Needs attention'],
          ...orderStatus.options.map((status): [string, string] => [status, ORDER_STATUS_LABELS[status]]),
        ]}
        onChoose={(status) => onChange({ status })}
      />
      <EventSelect
        id="order-event"
        options={options}
        value={values.eventId ?? ''}
        onChoose={(eventId) => onChange({ eventId })}
      />
    </div>
  )
}

function MoreFields({ values, options, onChange }: Props) {
  return (
    <div className="filters">
      <DayFields id="order" days={values} onChange={onChange} />
      <Field
        id="order-promo"
        label="Promo code"
        value={values.promo ?? ''}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => onChange({ promo: event.currentTarget.value }, 'typed')}
      />
      <FilterSelect
        id="order-link"
        label="Tracking link"
        value={values.link}
        all="All links"
        options={options?.links.map(({ id, name }) => [id, name]) ?? []}
        onChoose={(link) => onChange({ link })}
      />
    </div>
  )
}

interface EventSelectProps {
  id: string
  options: OrderOptions | undefined
  value: string
  onChoose: (eventId: string) => void
}

export function EventSelect({ id, options, value, onChoose }: EventSelectProps) {
  const known = options?.events ?? []
  return (
    <Select id={id} label="Event" value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">All events</option>
      {value && !known.some((event) => event.id === value) && <option value={value}>This event</option>}
      {known.map((event) => (
        <option key={event.id} value={event.id}>
          {event.title}, {formatDayIn(event.startsAt, event.timeZone)}
        </option>
      ))}
    </Select>
  )
}
