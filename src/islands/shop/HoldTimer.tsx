import { useEffect } from 'react'
import { checkExpiry } from '#stores/shop/cart-expiry.ts'
import { $holdStatus } from '#stores/shop/cart-hold.ts'
import { $cartExpiresAt } from '#stores/shop/cart-items.ts'
import { $now } from '#stores/platform/clock.ts'
import { useStore } from '#islands/platform/use-store.ts'

/** The timer is highlighted once this many milliseconds are left. */
const HURRY_MS = 120_000

/** Time left until the hold expires, for example “Held for 9:41”. When two minutes are left, it is highlighted and announced once. */
export function HoldTimer() {
  const endsAt = useStore($cartExpiresAt, undefined)
  const status = useStore($holdStatus, 'idle')
  const time = useStore($now, 0)
  const left = endsAt === undefined || time === 0 ? undefined : Math.max(0, endsAt - time)
  useEffect(() => {
    if (left === 0) checkExpiry()
  }, [left])
  if (!left || status === 'offline') return null
  const isHurry = left <= HURRY_MS
  return (
    <div className="hold-timer" data-hurry={isHurry || undefined}>
      <p>
        Held for <span role="timer">{countdownMessage(left)}</span>
      </p>
      <output className="visually-hidden">{isHurry && 'Your tickets are held for two more minutes.'}</output>
    </div>
  )
}

/** For example `9:41`. */
function countdownMessage(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
