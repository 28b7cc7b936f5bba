import { LoadingScreen, Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'

export function ReportSkeleton({ label }: { label: string }) {
  return (
    <LoadingScreen label={label}>
      <Skeleton size="head" />
      <Skeletons size="plot" count={2} />
    </LoadingScreen>
  )
}
