import { useId, useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'

interface Props {
  count: number
  children: ReactNode
}

/** Filters, side by side. On phones, they are hidden behind a button, because they would fill the first screen. */
export function FoldedFilters({ count, children }: Props) {
  const [isOpen, open] = useState(false)
  const id = useId()
  return (
    <div className="filter-fold" data-open={isOpen}>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => open(!isOpen)}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div id={id} className="filter-fold-rest">
        {children}
      </div>
    </div>
  )
}
