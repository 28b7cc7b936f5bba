import { useEffect } from 'react'
import { $isAdoptingCart, adoptCart } from '#stores/shop/cart-adoption.ts'
import { CartContents } from '#islands/shop/CartContents.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { useIsLive } from '#ui/loading/use-is-live.ts'
import { Skeletons } from '#ui/loading/Skeleton.tsx'

/** The page `/cart`. Takes over tickets from a form that was submitted before its script was loaded. */
export function CartPage() {
  const isLive = useIsLive()
  const isAdopting = useStore($isAdoptingCart, false)
  useEffect(() => {
    void adoptCart()
  }, [])
  if (isLive && !isAdopting) return <CartContents heading="h2" />
  return (
    <div className="cart" aria-busy="true">
      <p className="visually-hidden">Loading your cart…</p>
      <Skeletons size="field" count={3} />
    </div>
  )
}
