import { useId, useState, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'

interface Props {
  count: number
  children: ReactNode
}

/** On phones, hides the filters behind a button, because they would fill the first screen. On wider screens, shows them side by side. */
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
