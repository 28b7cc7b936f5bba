/** Bar whose width is `share` of the full width. */
export function FunnelBar({ share, tone }: { share: number; tone?: 'danger' }) {
  return (
    <svg
      className="funnel-bar"
      data-tone={tone}
      aria-hidden="true"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
    >
      <rect className="funnel-bar-ground" width="100" height="1" />
      <rect width={Math.min(100, Math.max(0, share * 100))} height="1" />
    </svg>
  )
}

/**
 * Formats a funnel step as a percentage of another one. Undefined if the whole is zero or smaller than the part: visitors without cookies
 * aren't counted but can order.
 */
export function formatRatio(part: number, whole: number, wholeLabel: string): string | undefined {
  if (whole === 0 || part > whole) return undefined
  const percent = (part / whole) * 100
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}% ${wholeLabel}`
}
