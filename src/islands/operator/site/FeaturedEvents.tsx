import { useRef, useState } from 'react'
import { MAX_FEATURED, type FeaturedEvent } from '#contracts/operator/main-site-events.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { moveId } from '#model/catalog/ticket-types.ts'
import { featuredEvents, saveFeaturedEvents } from '#stores/operator/featured-events.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { formatDate } from '#ui/format/format-dates.ts'
import { Loading } from '#ui/loading/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Events that the home page shows first. They are moved and removed here, and added in the list of events. */
export function FeaturedEvents() {
  const { data, error } = useStore(featuredEvents.$store, LOADING)
  return (
    <section className="section" aria-labelledby="featured-events">
      <h2 id="featured-events">Featured events</h2>
      <p className="secondary-text">
        The home page shows them first, in this order; {MAX_FEATURED} at most. Events leave the home page when
        they end, are cancelled or unpublished, or are removed from the main site. Add them in the list below.
      </p>
      {!data && (
        <Loading
          size="card"
          what="The featured events"
          why={error}
          onRetry={() => void featuredEvents.load()}
        />
      )}
      {data?.length === 0 && <p>No event is featured.</p>}
      {data && data.length > 0 && <Rows events={data} />}
    </section>
  )
}

function Rows({ events }: { events: readonly FeaturedEvent[] }) {
  const [said, say] = useState('')
  const [refusal, refuse] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const ids = events.map(({ id }) => id)
  const change = async (order: readonly string[], message: string): Promise<void> => {
    const answer = await saveFeaturedEvents(order)
    say(answer.success ? message : '')
    refuse(answer.success ? '' : answer.error.message)
  }
  const move = async ({ id, title }: FeaturedEvent, places: number): Promise<void> => {
    const order = moveId(ids, id, places)
    if (!order) return
    const position = order.indexOf(id)
    await change(order, `${title} is now number ${position + 1} of ${order.length}.`)
    // Sets the focus again, because the button loses it when its row is moved.
    const button = `[data-move="${places < 0 ? 'up' : 'down'}"]`
    list.current?.children[position]?.querySelector<HTMLElement>(button)?.focus()
  }
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      {refusal && <Notice tone="danger" title={refusal} urgent />}
      <ol className="featured-rows" ref={list}>
        {events.map((event, index) => (
          <Row
            key={event.id}
            event={event}
            isFirst={index === 0}
            isLast={index === events.length - 1}
            onMove={(places) => void move(event, places)}
            onRemove={() => void change(ids.toSpliced(index, 1), `${event.title} was removed.`)}
          />
        ))}
      </ol>
    </>
  )
}

interface RowProps {
  event: FeaturedEvent
  isFirst: boolean
  isLast: boolean
  onMove: (places: number) => void
  onRemove: () => void
}

function Row({ event, isFirst, isLast, onMove, onRemove }: RowProps) {
  const { id, title, promoter, startsAt, isShown } = event
  return (
    <li>
      <div>
        <a href={urls.event(id)} dir="auto">
          {title}
        </a>
        {!isShown && (
          <span className="badge" data-tone="warning">
            Not shown
          </span>
        )}
        <span className="secondary-text">
          <a href={operatorUrls.promoter(promoter.id)} dir="auto">
            {promoter.name}
          </a>{' '}
          · {formatDate(startsAt)}
        </span>
      </div>
      <div className="promoter-actions">
        <Button
          variant="link"
          data-move="up"
          aria-label={`Move ${title} up`}
          busy={isFirst}
          onClick={() => onMove(-1)}
        >
          ↑
        </Button>
        <Button
          variant="link"
          data-move="down"
          aria-label={`Move ${title} down`}
          busy={isLast}
          onClick={() => onMove(1)}
        >
          ↓
        </Button>
        <Button variant="link" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
