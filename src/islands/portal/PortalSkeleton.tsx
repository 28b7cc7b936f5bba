import { LoadingScreen, Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'

interface Props {
  label: string
  /** Number of figures above the blocks. */
  figures?: number
  blocks: readonly ('row' | 'card' | 'plot')[]
}

/** Placeholder of a portal page. */
export function PortalSkeleton({ label, figures = 0, blocks }: Props) {
  return (
    <LoadingScreen label={label}>
      {figures > 0 && (
        <div className="figures">
          <Skeletons size="item" count={figures} />
        </div>
      )}
      {blocks.map((block, index) => (
        <Skeleton key={index} size={block} />
      ))}
    </LoadingScreen>
  )
}
