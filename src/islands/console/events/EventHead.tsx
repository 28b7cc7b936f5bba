import type { ReactNode } from 'react'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { StatusBadge } from './format-event.ts'

interface Props {
  id: string
  title: string
  badge: StatusBadge
  begins: string
  current: 'details' | 'tickets'
  actions?: ReactNode
  /** Message about the result of an action. */
  children?: ReactNode
}

export function EventHead({ id, title, badge, begins, current, actions, children }: Props) {
  return (
    <header className="event-bar">
      <p className="event-bar-back">
        <a href={consoleUrls.events()}>All events</a>
      </p>
      <div className="event-bar-head">
        <div className="event-bar-title">
          <h1 dir="auto">{title || 'No title yet'}</h1>
          <p className="secondary-text">
            <span className="badge" data-tone={badge.tone}>
              {badge.label}
            </span>{' '}
            {begins}
          </p>
        </div>
        {actions && <div className="event-bar-actions">{actions}</div>}
      </div>
      {children}
      <nav className="event-tabs" aria-label="Event">
        <a href={consoleUrls.event(id)} aria-current={current === 'details' ? 'page' : undefined}>
          Details
        </a>
        <a href={consoleUrls.eventTickets(id)} aria-current={current === 'tickets' ? 'page' : undefined}>
          Tickets
        </a>
      </nav>
    </header>
  )
}
