import { useState, type KeyboardEvent } from 'react'
import { now as readNow } from '#browser/platform/clock.ts'
import type { ManagedTicketType, TicketBoard } from '#contracts/console/ticket-types.ts'
import { saleStateLabel } from '#model/catalog/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { StockBar } from './StockBar.tsx'
import { formatLimits, formatStock, formatTicketTypePrice, formatSaleWindow } from './format-ticket-type.ts'
import type { DragHandle } from './use-drag-order.ts'

interface Props {
  type: ManagedTicketType
  board: TicketBoard
  place: { index: number; count: number }
  handle: DragHandle
  onMove: (places: number) => void
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
}

const DOTS = [2, 10].flatMap((x) => [3, 10, 17].map((y) => [x, y] as const))
const ARROWS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** A ticket type. Can be moved by dragging its handle, by its buttons, or by Alt with the arrow keys. */
export function TicketTypeItem(props: Props) {
  const { type, board, handle, onMove } = props
  const { isDragged, ...drag } = handle
  const moveByKey = (event: KeyboardEvent): void => {
    const places = ARROWS[event.key]
    if (!event.altKey || places === undefined) return
    event.preventDefault()
    onMove(places)
  }
  const { buyer, parts } = formatTicketTypePrice(type, board.event.currency)
  return (
    // Handles keys while any element of the row has focus; its buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="type-row" data-dragged={isDragged || undefined} onKeyDown={moveByKey}>
      <span className="type-handle" aria-hidden="true" title="Drag to reorder" {...drag}>
        <svg viewBox="0 0 12 20">
          {DOTS.map(([x, y]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r="1.7" />
          ))}
        </svg>
      </span>
      <div className="type-facts">
        <h3 dir="auto">{type.name}</h3>
        <TypeNotes type={type} board={board} />
      </div>
      <p className="type-price">
        <strong>{buyer}</strong>
        {parts && <small>{parts}</small>}
      </p>
      <div className="type-stock">
        <StockBar {...type} />
        <p className="secondary-text">{formatStock(type)}</p>
      </div>
      <TypeActions {...props} />
    </li>
  )
}

const TONES: Readonly<Record<ManagedTicketType['status'], string | undefined>> = {
  on_sale: 'success',
  sold_out: 'warning',
  not_yet: undefined,
  ended: undefined,
  paused: undefined,
}

function TypeNotes({ type, board }: Pick<Props, 'type' | 'board'>) {
  const [now] = useState(readNow)
  const pool = board.pools.find((each) => each.id === type.poolId)
  const notes = [
    formatSaleWindow(type, board, now),
    formatLimits(type),
    pool ? `Shares ${pool.name}` : '',
  ].filter(Boolean)
  return (
    <>
      <p className="type-badges">
        <span className="badge" data-tone={TONES[type.status]}>
          {saleStateLabel(type)}
        </span>
        {type.isHidden && (
          <span className="badge">{type.accessCode ? `Code ${type.accessCode}` : 'Hidden'}</span>
        )}
      </p>
      <p className="secondary-text" dir="auto">
        {notes.join(' · ')}
      </p>
    </>
  )
}

function TypeActions({ type, place, onMove, onEdit, onDuplicate, onDelete }: Props) {
  const isFirst = place.index === 0
  const isLast = place.index === place.count - 1
  return (
    <div className="type-actions">
      <Button variant="quiet" aria-label={`Edit ${type.name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button variant="link" aria-label={`Duplicate ${type.name}`} onClick={onDuplicate}>
        Duplicate
      </Button>
      {type.held + type.sold === 0 && (
        <Button variant="link" aria-label={`Delete ${type.name}`} onClick={onDelete}>
          Delete
        </Button>
      )}
      <span className="type-moves">
        <Button
          variant="link"
          aria-label={`Move ${type.name} up`}
          aria-keyshortcuts="Alt+ArrowUp"
          busy={isFirst}
          onClick={() => onMove(-1)}
        >
          ↑
        </Button>
        <Button
          variant="link"
          aria-label={`Move ${type.name} down`}
          aria-keyshortcuts="Alt+ArrowDown"
          busy={isLast}
          onClick={() => onMove(1)}
        >
          ↓
        </Button>
      </span>
    </div>
  )
}
