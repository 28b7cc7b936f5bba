import * as z from 'zod/mini'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { SearchField } from '#islands/console/filters/SearchField.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'
import { MainSiteEvents } from './MainSiteEvents.tsx'

const NAMES = ['q', 'listing'] as const
const listings = z.enum(['listed', 'taken_off'])
const LABELS = { listed: 'Listed', taken_off: 'Removed' } as const

export function ListedEvents() {
  const [{ q = '', listing }, narrow] = useUrlFilters(NAMES)
  const chosen = listings.safeParse(listing)
  return (
    <section className="section" aria-labelledby="listed-events">
      <h2 id="listed-events">Upcoming events</h2>
      <div className="filters">
        <SearchField
          id="event-search"
          hint="Event or promoter"
          value={q}
          onSearch={(text) => narrow({ q: text }, 'typed')}
        />
        <FilterSelect
          id="event-listing"
          label="On the main site"
          value={listing}
          all="All"
          options={listings.options.map((each) => [each, LABELS[each]])}
          onChoose={(next) => narrow({ listing: next })}
        />
      </div>
      <MainSiteEvents labelledBy="listed-events" q={q} listing={chosen.data} />
    </section>
  )
}
