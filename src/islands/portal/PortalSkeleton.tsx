/** Placeholder of a portal page: four figures, then blocks of `height` px. */
export function PortalSkeleton({
  words,
  figures = 0,
  blocks,
}: {
  words: string
  figures?: number
  blocks: readonly ('row' | 'card' | 'plot')[]
}) {
  return (
    <div className="desk-sections" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {words}
      </p>
      {figures > 0 && (
        <div className="figures">
          {Array.from({ length: figures }, (_, index) => (
            <div key={index} className="skeleton portal-skeleton-figure" />
          ))}
        </div>
      )}
      {blocks.map((block, index) => (
        <div key={index} className={`skeleton portal-skeleton-${block}`} />
      ))}
    </div>
  )
}
