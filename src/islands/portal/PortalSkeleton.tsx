import { LoadingScreen, Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'

interface Props {
  label: string
  figures?: number
  blocks: readonly ('row' | 'card' | 'plot')[]
}

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
