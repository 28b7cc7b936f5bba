import { useState } from 'react'
import type { CapacityPool, TicketBoard } from '#contracts/console/ticket-types.ts'
import { removePool } from '#stores/console/events/ticket-types.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PoolForm } from './PoolForm.tsx'
import { StockBar } from './StockBar.tsx'
import { formatStock } from './format-ticket-type.ts'
import { Card } from '#ui/Card.tsx'

type Open = { pool?: CapacityPool } | undefined

/** Capacity shared by several ticket types, for example of a room. Once it is used up, all of them are sold out. */
export function Pools({ board }: { board: TicketBoard }) {
  const [open, setOpen] = useState<Open>()
  const [refusal, refuse] = useState('')
  const close = (): void => setOpen(undefined)
  const remove = async (pool: CapacityPool): Promise<void> => {
    const answer = await removePool(board.event.id, pool.id)
    refuse(answer.success ? '' : answer.error.message)
  }
  if (board.ticketTypes.length === 0) return null
  return (
    <section className="section" aria-labelledby="pools">
      <div className="section-head">
        <h2 id="pools">Shared capacity</h2>
        <Button variant="quiet" onClick={() => setOpen({})}>
          Add shared capacity
        </Button>
      </div>
      <p className="secondary-text">
        For ticket types that share a room. When the room is full, all of them are sold out.
      </p>
      {refusal && <Notice tone="danger" title={refusal} urgent />}
      {board.pools.length > 0 && (
        <ul className="cards">
          {board.pools.map((pool) => (
            <li key={pool.id}>
              <PoolCard
                pool={pool}
                board={board}
                onEdit={() => setOpen({ pool })}
                onDelete={() => void remove(pool)}
              />
            </li>
          ))}
        </ul>
      )}
      <TitledDialog
        isOpen={open !== undefined}
        onClose={close}
        className="dialog type-dialog"
        title={open?.pool?.name ?? 'New shared capacity'}
      >
        {open && <PoolForm pool={open.pool} board={board} onDone={close} />}
      </TitledDialog>
    </section>
  )
}

interface CardProps {
  pool: CapacityPool
  board: TicketBoard
  onEdit: () => void
  onDelete: () => void
}

function PoolCard({ pool, board, onEdit, onDelete }: CardProps) {
  const members = board.ticketTypes.filter((type) => type.poolId === pool.id)
  return (
    <Card as="article" className="pool-card">
      <div className="type-facts">
        <h3 dir="auto">{pool.name}</h3>
        <p className="secondary-text" dir="auto">
          {members.map((type) => type.name).join(', ') || 'No ticket types yet'}
        </p>
      </div>
      <div className="type-stock">
        <StockBar {...pool} />
        <p className="secondary-text">{formatStock(pool)}</p>
      </div>
      <div className="type-actions">
        <Button variant="quiet" aria-label={`Edit ${pool.name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="link" aria-label={`Stop sharing ${pool.name}`} onClick={onDelete}>
          Stop sharing
        </Button>
      </div>
    </Card>
  )
}
