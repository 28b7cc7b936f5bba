import { useEffect } from 'react'
import { formatCountdown, COUNTDOWN_WARNING_MS } from '#model/catalog/inventory/format-countdown.ts'
import { updateIsExpired } from '#stores/shop/cart-expiry.ts'
import { $holdStatus } from '#stores/shop/cart-hold.ts'
import { $cartExpiresAt } from '#stores/shop/cart-items.ts'
import { $now } from '#stores/platform/clock.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** Remaining time of the hold, for example “Held for 9:41”. When two minutes are left, it is highlighted and announced once. */
export function HoldTimer() {
  const endsAt = useStore($cartExpiresAt, undefined)
  const status = useStore($holdStatus, 'idle')
  const time = useStore($now, 0)
  const left = endsAt === undefined || time === 0 ? undefined : Math.max(0, endsAt - time)
  useEffect(() => {
    if (left === 0) updateIsExpired()
  }, [left])
  if (!left || status === 'offline') return null
  const isHurry = left <= COUNTDOWN_WARNING_MS
  return (
    <div className="hold-timer" data-hurry={isHurry || undefined}>
      <p>
        Held for <span role="timer">{formatCountdown(left)}</span>
      </p>
      <output className="visually-hidden">{isHurry && 'Your tickets are held for two more minutes.'}</output>
    </div>
  )
}
