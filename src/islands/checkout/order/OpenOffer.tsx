import { useState } from 'react'
import { copyText } from '#browser/platform/copy-text.ts'
import type { TicketActions } from '#contracts/checkout/transfers.ts'
import { urls } from '#contracts/platform/urls.ts'
import { reclaimHeldTicket, type TicketAccess } from '#stores/checkout/ticket-holder.ts'
import { Button } from '#ui/Button.tsx'

interface Props {
  held: TicketAccess
  offer: NonNullable<TicketActions['offer']>
  /** A property, because the component is also rendered on the server, where `window` is undefined. */
  origin: string
  onActions: (actions: TicketActions) => void
}

/** An offer that hasn't been accepted yet, with its link. */
export function OpenOffer({ held, offer, origin, onActions }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const reclaim = async (): Promise<void> => {
    setBusy(true)
    const answer = await reclaimHeldTicket(held)
    setBusy(false)
    if (answer.success) onActions(answer.data.actions)
    // The offer has been accepted. The reloaded page shows who has the ticket.
    else if (answer.error.code === 'TICKET_PASSED_ON') window.location.reload()
    else setFailure(answer.error.message)
  }
  return (
    <div className="notice">
      <p className="notice-title">{offer.email === '' ? 'Offered by link' : <>Offered to {offer.email}</>}</p>
      <p>Your code stays valid until someone accepts the ticket.</p>
      {offer.linkId !== null && <OfferLink url={new URL(urls.acceptTicket(offer.linkId), origin).href} />}
      <Button variant="quiet" busy={isBusy} onClick={() => void reclaim()}>
        {isBusy ? 'Reclaiming…' : 'Reclaim'}
      </Button>
      <p role="alert">{failure}</p>
    </div>
  )
}

function OfferLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="offer-link">
      <input
        className="input"
        readOnly
        value={url}
        aria-label="Link to accept the ticket"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="quiet" onClick={() => void copyText(url).then(setCopied)}>
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
    </div>
  )
}
