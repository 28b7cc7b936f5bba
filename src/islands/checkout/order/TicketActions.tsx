import { useState } from 'react'
import type { TicketActions as Actions } from '#contracts/checkout/transfers.ts'
import type { TicketAccess } from '#stores/checkout/ticket-holder.ts'
import '#islands/platform/translated-text.ts'
import { Button } from '#ui/Button.tsx'
import { NewCodeDialog } from './NewCodeDialog.tsx'
import { OpenOffer } from './OpenOffer.tsx'
import { PassOnDialog } from './PassOnDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'

interface Props {
  held: TicketAccess
  /** Possible actions; undefined if the ticket was passed on or the order's link has expired. */
  initial: Actions | undefined
  /** Name of the ticket type, for the names of dialogs. */
  name: string
  /** Origin of the page, for the link of an offer. */
  origin: string
}

type Opened = 'pass on' | 'rename' | 'new code' | undefined

/** Buttons for the ticket's holder, at the bottom of the ticket's card. */
export function TicketActions(props: Props) {
  const { initial } = props
  const canAct = initial && (initial.canReplaceCode || initial.offer !== null)
  return canAct ? <HeldTicketActions {...props} initial={initial} /> : null
}

function HeldTicketActions({ held, initial, name, origin }: Props & { initial: Actions }) {
  const [actions, setActions] = useState(initial)
  const [opened, open] = useState<Opened>()
  const close = (): void => open(undefined)
  const { offer, canTransfer, canReplaceCode } = actions
  return (
    <div className="ticket-actions">
      {offer && <OpenOffer held={held} offer={offer} origin={origin} onActions={setActions} />}
      {canTransfer && !offer && (
        <Button variant="quiet" onClick={() => open('pass on')}>
          Pass on<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      <div className="ticket-links">
        {canTransfer && (
          <Button variant="link" onClick={() => open('rename')}>
            Change name<span className="visually-hidden">: {name}</span>
          </Button>
        )}
        {canReplaceCode && (
          <Button variant="link" onClick={() => open('new code')}>
            New code<span className="visually-hidden">: {name}</span>
          </Button>
        )}
      </div>
      {opened === 'pass on' && (
        <PassOnDialog held={held} actions={actions} onActions={setActions} onClose={close} />
      )}
      {opened === 'rename' && <RenameDialog held={held} actions={actions} onClose={close} />}
      {opened === 'new code' && <NewCodeDialog held={held} onClose={close} />}
    </div>
  )
}
