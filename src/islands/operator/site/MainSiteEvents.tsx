import { useEffect, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { MAX_FEATURED, type MainSiteEvent } from '#contracts/operator/main-site-events.ts'
import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import { urls } from '#contracts/platform/urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { ReasonDialog } from '#islands/operator/people/ReasonDialog.tsx'
import {
  mainSiteEvents,
  listOnMainSiteAgain,
  removeFromMainSite,
  type MainSiteEventFilters,
} from '#stores/operator/main-site-events.ts'
import { featuredEvents, saveFeaturedEvents } from '#stores/operator/featured-events.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable, type TableColumns } from '#ui/DataTable.tsx'
import { formatDate } from '#ui/format/format-dates.ts'

interface Props {
  labelledBy: string
  q?: string
  promoterId?: string
  listing?: MainSiteEventFilters['listing'] | undefined
}

/** Upcoming events, with buttons to remove them from the main site and to list them again. */
export function MainSiteEvents({ labelledBy, q = '', promoterId = '', listing }: Props) {
  const list = useStore(mainSiteEvents.$list, EMPTY_LIST)
  const [leaving, setLeaving] = useState<MainSiteEvent>()
  useEffect(() => {
    void mainSiteEvents.load({
      ...(q && { q }),
      ...(promoterId && { promoterId }),
      ...(listing && { listing }),
    })
  }, [q, promoterId, listing])
  const isNarrowed = q !== '' || listing !== undefined
  return (
    <>
      <PagedRows
        list={list}
        what="The events"
        onRetry={() => void mainSiteEvents.reload()}
        onMore={() => void mainSiteEvents.more()}
        empty={<p>{isNarrowed ? 'No events match.' : 'No upcoming events.'}</p>}
      >
        {(rows) => (
          <DataTable
            labelledBy={labelledBy}
            columns={columns(promoterId === '', setLeaving)}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </PagedRows>
      {leaving && (
        <ReasonDialog
          action={{
            title: 'Remove from the main site',
            text: `“${leaving.title}” will be removed from the main site’s list, search and sitemap. Its promoter’s own site still shows and sells it.`,
            send: (reason) => removeFromMainSite(leaving.id, reason),
          }}
          hint="Emailed to the promoter’s owners."
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined)
            showToast({ type: 'success', title: 'Removed from the main site', message: leaving.title })
          }}
        />
      )}
    </>
  )
}

const columns = (
  hasPromoter: boolean,
  onTakeOff: (event: MainSiteEvent) => void,
): TableColumns<MainSiteEvent> => [
  {
    name: 'Event',
    cell: ({ id, title, promoter }) => (
      <>
        <a href={urls.event(id)}>{title}</a>
        {hasPromoter && (
          <>
            <br />
            <small>
              <a href={operatorUrls.promoter(promoter.id)}>{promoter.name}</a>
            </small>
          </>
        )}
      </>
    ),
  },
  { name: 'Starts', cell: ({ startsAt }) => formatDate(startsAt) },
  {
    name: 'On the main site',
    cell: ({ takenOff }) =>
      takenOff ? (
        <>
          <span className="badge" data-tone="warning">
            Removed
          </span>
          <br />
          <small dir="auto">{takenOff.reason}</small>
        </>
      ) : (
        'Listed'
      ),
  },
  {
    name: 'Action',
    cell: (event) =>
      event.takenOff ? (
        <PutBack event={event} />
      ) : (
        <div className="promoter-actions">
          <Feature event={event} />
          <Button
            variant="quiet"
            aria-label={`Remove from the main site: ${event.title}`}
            onClick={() => onTakeOff(event)}
          >
            Remove
          </Button>
        </div>
      ),
  },
]

function PutBack({ event }: { event: MainSiteEvent }) {
  const [isBusy, setBusy] = useState(false)
  const put = async (): Promise<void> => {
    setBusy(true)
    const answer = await listOnMainSiteAgain(event.id)
    setBusy(false)
    if (answer.success)
      showToast({ type: 'success', title: 'Listed on the main site again', message: event.title })
    else showToast({ type: 'destructive', title: 'Not listed again', message: answer.error.message })
  }
  return (
    <Button
      variant="quiet"
      aria-label={`List again: ${event.title}`}
      busy={isBusy}
      onClick={() => void put()}
    >
      List again
    </Button>
  )
}

/** Button to add the event after the other featured ones. */
function Feature({ event: { id, title } }: { event: MainSiteEvent }) {
  const { data } = useStore(featuredEvents.$store, LOADING)
  const [isBusy, setBusy] = useState(false)
  const ids = data?.map((each) => each.id) ?? []
  if (ids.includes(id)) return <span className="badge">Featured</span>
  if (!data || ids.length >= MAX_FEATURED) return null
  const add = async (): Promise<void> => {
    setBusy(true)
    const answer = await saveFeaturedEvents([...ids, id])
    setBusy(false)
    if (answer.success) showToast({ type: 'success', title: 'Featured on the home page', message: title })
    else showToast({ type: 'destructive', title: 'Not featured', message: answer.error.message })
  }
  return (
    <Button variant="quiet" aria-label={`Feature: ${title}`} busy={isBusy} onClick={() => void add()}>
      Feature
    </Button>
  )
}
