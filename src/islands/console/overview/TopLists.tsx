import type { Overview } from '#contracts/console/reports.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { formatAmount, formatNumber } from '#ui/format/format-numbers.ts'
import { DataTable } from '#ui/DataTable.tsx'

export function TopLists({ overview }: { overview: Overview }) {
  return (
    <div className="overview-halves">
      <TopTypes overview={overview} />
      <TopLinks overview={overview} />
    </div>
  )
}

function TopTypes({ overview: { topTypes, currency } }: { overview: Overview }) {
  return (
    <section className="section" aria-labelledby="types-title">
      <div className="section-head">
        <h2 id="types-title">
          Tickets by type <span className="secondary-text">last 30 days</span>
        </h2>
        <a href={`${consoleUrls.reports()}?report=types`}>All types</a>
      </div>
      {topTypes.length === 0 ? (
        <p className="secondary-text">No sales in the last 30 days.</p>
      ) : (
        <DataTable
          labelledBy="types-title"
          columns={[
            {
              name: 'Ticket',
              cell: (type) => (
                <>
                  {type.name}
                  <span className="secondary-text overview-of" dir="auto">
                    {type.eventTitle}
                  </span>
                </>
              ),
            },
            { name: 'Tickets', isNumber: true, cell: (type) => formatNumber(type.tickets) },
            { name: 'Revenue', isNumber: true, cell: (type) => formatAmount(type.revenue, currency) },
          ]}
          rows={topTypes}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

function TopLinks({ overview: { topLinks, currency } }: { overview: Overview }) {
  return (
    <section className="section" aria-labelledby="links-title">
      <div className="section-head">
        <h2 id="links-title">
          Top links <span className="secondary-text">last 30 days</span>
        </h2>
        <a href={`${consoleUrls.reports()}?report=links`}>All links</a>
      </div>
      {topLinks.length === 0 ? (
        <p className="secondary-text">
          No visits through links in the last 30 days. Members create their links in the staff portal.
        </p>
      ) : (
        <DataTable
          labelledBy="links-title"
          columns={[
            { name: 'Link', cell: ({ name }) => name },
            { name: 'Orders', isNumber: true, cell: ({ orders }) => formatNumber(orders) },
            { name: 'Revenue', isNumber: true, cell: ({ revenue }) => formatAmount(revenue, currency) },
          ]}
          rows={topLinks}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}
