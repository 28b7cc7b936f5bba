import { useEffect } from 'react'
import { addFromAddress } from '#stores/cart-link.ts'
import { CartContents } from './CartContents.tsx'
import { useIsLive } from './use-store.ts'

/** The cart at `/cart`. Tickets in the address come from a form that was sent before its script was there. */
export function CartPage() {
  const isLive = useIsLive()
  useEffect(() => {
    void addFromAddress(window.location.search)
  }, [])
  if (isLive) return <CartContents heading="h2" />
  return (
    <div className="cart" aria-busy="true">
      <p className="visually-hidden">Loading your cart…</p>
      <div className="skeleton skeleton-line" />
      <div className="skeleton skeleton-line" />
      <div className="skeleton skeleton-line" />
    </div>
  )
}
