import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '#server/platform/report-totals/read-span.ts'
import { partsOf, wholeOf, type Part } from '#server/platform/report-totals/span-parts.ts'

/** Query of `hour`, `channel`, `views` and `holds` in the span: by hour, or with whole months if `coarsest` allows it. */
export function visitsIn(scope: Scope, coarsest: 'hour' | 'month'): RawBuilder<unknown> {
  if (scope.event) return visitsOfEvent(scope.event.id, wholeOf(scope))
  const { hours, months } = coarsest === 'month' ? partsOf(scope) : { hours: [wholeOf(scope)], months: [] }
  return sql.join(
    [
      ...hours.map((part) => visitTotals(scope, 'hour', part)),
      ...months.map((part) => visitTotals(scope, 'month', part)),
    ],
    sql` union all `,
  )
}

const visitsOfEvent = (eventId: string, [from, to]: Part): RawBuilder<unknown> => sql`
  select hour, channel, views, holds from event_visits
  where event_id = ${eventId} and hour >= ${from} and hour < ${to}`

const visitTotals = (
  { promoterId, currency }: Scope,
  unit: 'hour' | 'month',
  [from, to]: Part,
): RawBuilder<unknown> => sql`
  select at as hour, channel, views, holds from visit_totals
  where promoter_id = ${promoterId} and unit = ${unit} and currency = ${currency} and at >= ${from} and at < ${to}`
