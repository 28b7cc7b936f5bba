import {
  $incompatibleItems,
  $removedItem,
  dismissIncompatibleItems,
  retryExpiredHold,
  clearCart,
  startNewCart,
  undoRemoveFromCart,
} from '#stores/shop/cart.ts'
import { $holdStatus, $shortfallMessage, sendCart } from '#stores/shop/cart-hold.ts'
import { cartItemName } from '#model/sales/cart.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useStore } from '#islands/platform/use-store.ts'

/** Asks for confirmation before tickets of another promoter or in another currency replace the cart. */
export function ConflictNotice() {
  const wanted = useStore($incompatibleItems, undefined)
  const [first] = wanted ?? []
  if (!wanted || !first) return null
  return (
    <Notice tone="warning" title="Start a new cart?" urgent>
      <p>
        Tickets for {first.eventTitle} are from another organiser or in another currency, so they can’t share
        a cart with yours.
      </p>
      <div className="notice-actions">
        <Button onClick={() => void startNewCart()}>Start a new cart</Button>
        <Button variant="quiet" onClick={dismissIncompatibleItems}>
          Keep current cart
        </Button>
      </div>
    </Notice>
  )
}

export function ExpiredNotice() {
  const status = useStore($holdStatus, 'idle')
  const shortfall = useStore($shortfallMessage, '')
  return (
    <Notice tone="warning" title="Your tickets are no longer held" urgent>
      <p>{shortfall || 'The time limit has passed, and they’re on sale again.'} You had:</p>
      <div className="notice-actions">
        <Button busy={status === 'sending'} onClick={() => void retryExpiredHold()}>
          {status === 'sending' ? 'Trying…' : 'Hold tickets again'}
        </Button>
        <Button variant="quiet" onClick={() => void clearCart()}>
          Empty cart
        </Button>
      </div>
    </Notice>
  )
}

export function OfflineNotice() {
  const status = useStore($holdStatus, 'idle')
  if (status !== 'offline') return null
  return (
    <Notice tone="warning" title="We can’t reach the server" urgent>
      <p>Your cart is saved, but its tickets aren’t held yet. We’ll try again once you’re online.</p>
      <div className="notice-actions">
        <Button variant="quiet" onClick={() => void sendCart()}>
          Try now
        </Button>
      </div>
    </Notice>
  )
}

export function RemovedNotice() {
  const removed = useStore($removedItem, undefined)
  return (
    <output className="cart-removed">
      {removed && (
        <>
          {cartItemName(removed)} removed.{' '}
          <Button variant="link" onClick={() => void undoRemoveFromCart()}>
            Undo
          </Button>
        </>
      )}
    </output>
  )
}
