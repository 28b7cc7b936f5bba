/** A screen of the portal in grey, in the sizes of what comes: four figures, then blocks, each `height` px high. */
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
