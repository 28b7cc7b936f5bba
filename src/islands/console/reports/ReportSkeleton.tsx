import { LoadingScreen, Skeleton, Skeletons } from '#ui/loading/Skeleton.tsx'

/** Placeholder of a report: filters, plot and table. */
export function ReportSkeleton({ label }: { label: string }) {
  return (
    <LoadingScreen label={label}>
      <Skeleton size="head" />
      <Skeletons size="plot" count={2} />
    </LoadingScreen>
  )
}
