import type { AccountView } from '#contracts/operator/accounts.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { ACCOUNT_EVENT_LABELS } from './account-labels.ts'

/** Security events of the last 90 days, including operators' actions, newest first. */
export function AccountHistory({ events }: Pick<AccountView, 'events'>) {
  return (
    <section className="section" aria-labelledby="events-title">
      <h2 id="events-title">Account history</h2>
      {events.length === 0 ? (
        <p className="secondary-text">None in the last 90 days.</p>
      ) : (
        <ol className="timeline">
          {events.map(({ at, kind, by, reason }) => (
            <li key={`${at} ${kind}`}>
              <span className="timeline-dot" aria-hidden="true" />
              <div>
                <p dir="auto">
                  {ACCOUNT_EVENT_LABELS[kind]}
                  {reason && <span className="secondary-text"> ({reason})</span>}
                </p>
                <p className="secondary-text">
                  <time dateTime={at}>{formatDateTime(at)}</time>
                  {by && `, by ${by}`}
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
