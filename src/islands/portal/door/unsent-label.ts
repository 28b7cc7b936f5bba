import type { UnsentCounts } from '#stores/portal/door/door.ts'
import { formatCount } from '#ui/format/format-numbers.ts'

/** Describes what hasn't been sent, for example '2 scans and 1 sale'; '' if everything is sent. */
export const unsentLabel = ({ scans, sales }: UnsentCounts): string =>
  [scans > 0 && formatCount(scans, 'scan'), sales > 0 && formatCount(sales, 'sale')]
    .filter(Boolean)
    .join(' and ')
