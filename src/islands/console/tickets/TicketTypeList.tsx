import { useRef, useState, type RefObject } from 'react'
import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { moveId } from '#model/catalog/ticket-types.ts'
import {
  $deletedTicketType,
  duplicateTicketType,
  reorderTicketTypes,
  removeTicketType,
  undoRemoveTicketType,
} from '#stores/console/events/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TicketTypeDialog } from './TicketTypeDialog.tsx'
import { TicketTypeItem } from './TicketTypeItem.tsx'
import { useDragOrder } from './use-drag-order.ts'

/** The ticket type whose form is open. `type` is missing for a new one. */
type Open = { type?: ManagedTicketType } | undefined

export function TicketTypeList({ board }: { board: TicketBoard }) {
  const [open, setOpen] = useState<Open>()
  const { event, ticketTypes } = board
  const list = useRef<HTMLOListElement>(null)
  const typeOrder = useTypeOrder(board, list)
  return (
    <section className="section" aria-labelledby="ticket-types">
      <div className="section-head">
        <h2 id="ticket-types">Ticket types</h2>
        <Button onClick={() => setOpen({})}>Add a ticket</Button>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {typeOrder.said}
      </p>
      {typeOrder.refusal && <Notice tone="danger" title={typeOrder.refusal} urgent />}
      <DeletedNotice eventId={event.id} />
      {ticketTypes.length === 0 ? (
        <div className="empty-state">
          <h3>No ticket types yet</h3>
          <p>
            A ticket type has a name, a price and a capacity. Start with one, then add early birds,
            concessions or guest lists.
          </p>
        </div>
      ) : (
        <ol className="type-list" ref={list}>
          {typeOrder.shown.map((type, index) => (
            <TicketTypeItem
              key={type.id}
              type={type}
              board={board}
              place={{ index, count: ticketTypes.length }}
              handle={typeOrder.handleOf(type.id)}
              onMove={(places) => typeOrder.move(type, places)}
              onEdit={() => setOpen({ type })}
              onDuplicate={() => void typeOrder.duplicate(type)}
              onDelete={() => void typeOrder.remove(type)}
            />
          ))}
        </ol>
      )}
      <TicketTypeDialog
        isOpen={open !== undefined}
        type={open?.type}
        board={board}
        onClose={() => setOpen(undefined)}
      />
    </section>
  )
}

/** Reorders the list. The result is announced to screen readers. */
function useTypeOrder(board: TicketBoard, list: RefObject<HTMLOListElement | null>) {
  const { event, ticketTypes } = board
  const [said, say] = useState('')
  const [refusal, refuse] = useState('')
  const ids = ticketTypes.map((type) => type.id)
  const commit = async (order: readonly string[], words: string): Promise<void> => {
    say(words)
    const answer = await reorderTicketTypes(event.id, order)
    refuse(answer.success ? '' : answer.error.message)
  }
  const drag = useDragOrder({
    ids,
    list,
    onDrop: (order, id) => void commit(order, positionMessage(ticketTypes, order, id)),
  })
  return {
    said,
    refusal,
    shown: drag.order.flatMap((id) => ticketTypes.find((type) => type.id === id) ?? []),
    handleOf: drag.handleOf,
    move: (type: ManagedTicketType, places: number): void => {
      const order = moveId(ids, type.id, places)
      if (order) void commit(order, positionMessage(ticketTypes, order, type.id))
    },
    duplicate: async (type: ManagedTicketType): Promise<void> => {
      const answer = await duplicateTicketType(event.id, type)
      refuse(answer.success ? '' : answer.error.message)
      if (answer.success) say(`${answer.data.ticketType.name} was added.`)
    },
    remove: async (type: ManagedTicketType): Promise<void> => {
      const answer = await removeTicketType(event.id, type)
      refuse(answer.success ? '' : answer.error.message)
    },
  }
}

function positionMessage(types: readonly ManagedTicketType[], order: readonly string[], id: string): string {
  const name = types.find((type) => type.id === id)?.name ?? ''
  return `${name} is now number ${order.indexOf(id) + 1} of ${order.length}.`
}

function DeletedNotice({ eventId }: { eventId: string }) {
  const deleted = useStore($deletedTicketType, undefined)
  if (!deleted) return null
  return (
    <div className="stale-notice type-deleted" aria-live="polite">
      <p dir="auto">
        {deleted.type.name} was deleted. If you undo this, it isn’t added to promo codes and gates again.
      </p>
      <Button variant="link" onClick={() => void undoRemoveTicketType(eventId)}>
        Undo
      </Button>
      <Button variant="link" onClick={() => $deletedTicketType.set(undefined)}>
        Dismiss
      </Button>
    </div>
  )
}
