/** Bar that shows how much of a capacity is sold or in carts. Hidden from screen readers, because the text next to it says the same. */
export function StockBar({ sold, held, capacity }: { sold: number; held: number; capacity: number }) {
  const share = (count: number): number => (capacity > 0 ? (100 * count) / capacity : 0)
  return (
    <svg className="stock-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className="stock-bar-ground" width="100" height="1" />
      <rect className="stock-bar-held" width={share(sold + held)} height="1" />
      <rect className="stock-bar-sold" width={share(sold)} height="1" />
    </svg>
  )
}
