import type { Checklist as Facts } from '#contracts/console/checklist.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { checklist, hideChecklist } from '#stores/console/checklist.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

type Step = Facts['steps'][number]['key']

const STEPS: Readonly<Record<Step, { words: string; href: (eventId: string | null) => string }>> = {
  event: { words: 'Create your first event', href: consoleUrls.newEvent },
  tickets: {
    words: 'Add a ticket type',
    href: (id) => (id === null ? consoleUrls.newEvent() : consoleUrls.eventTickets(id)),
  },
  published: {
    words: 'Publish it',
    href: (id) => (id === null ? consoleUrls.newEvent() : consoleUrls.event(id)),
  },
  look: { words: 'Customise your storefront', href: consoleUrls.site },
  details: { words: 'Enter your legal name and address', href: consoleUrls.settings },
  legal: { words: 'Write your terms and privacy policy', href: consoleUrls.legal },
  sale: {
    words: 'Share the link and sell your first ticket',
    href: (id) => (id === null ? consoleUrls.events() : consoleUrls.event(id)),
  },
}

/** First steps for a new promoter. Renders nothing once all are done or the list was dismissed. Must be inside `ConsoleGate`. */
export function Checklist() {
  const { data: facts } = useStore(checklist.$store, LOADING)
  if (!facts || facts.isOver) return null
  const next = facts.steps.find((step) => !step.isDone)?.key
  const done = facts.steps.filter((step) => step.isDone).length
  return (
    <Card as="section" className="checklist" aria-labelledby="checklist-title">
      <div className="section-head">
        <h2 id="checklist-title">First steps</h2>
        <p className="secondary-text">
          {done} of {facts.steps.length} done
        </p>
      </div>
      <ol>
        {facts.steps.map(({ key, isDone }) => (
          <li key={key} data-done={isDone ? '' : undefined} data-next={key === next ? '' : undefined}>
            <span className="checklist-mark" aria-hidden="true" />
            {isDone ? (
              <span>
                {STEPS[key].words}
                <span className="visually-hidden">, done</span>
              </span>
            ) : (
              <a href={STEPS[key].href(facts.eventId)}>{STEPS[key].words}</a>
            )}
          </li>
        ))}
      </ol>
      <Button variant="link" onClick={() => void hideChecklist()}>
        Dismiss
      </Button>
    </Card>
  )
}
