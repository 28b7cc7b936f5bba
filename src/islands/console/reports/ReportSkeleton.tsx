/** Placeholder of a report: filters, plot and table. */
export function ReportSkeleton({ words }: { words: string }) {
  return (
    <div className="desk-sections" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {words}
      </p>
      <div className="skeleton report-skeleton-row" />
      <div className="skeleton report-skeleton-plot" />
      <div className="skeleton report-skeleton-plot" />
    </div>
  )
}
