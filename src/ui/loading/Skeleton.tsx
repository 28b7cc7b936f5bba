import type { ReactNode } from 'react'

/** Heights of placeholders: 52, 64, 80, 108, 168, 220, 296 and 420 px. */
type Size = 'row' | 'item' | 'field' | 'head' | 'card' | 'block' | 'plot' | 'form'

export function Skeleton({ size }: { size: Size }) {
  return <div className={`skeleton skeleton-${size}`} aria-hidden="true" />
}

export const Skeletons = ({ size, count }: { size: Size; count: number }) =>
  Array.from({ length: count }, (_, index) => <Skeleton key={index} size={size} />)

interface Props {
  /** Announced by screen readers, for example 'Loading your orders…'. */
  label: string
  className?: string
  children: ReactNode
}

export function LoadingScreen({ label, className = 'sections', children }: Props) {
  return (
    <div className={className} aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {label}
      </p>
      {children}
    </div>
  )
}
