import type { GrantedRight } from '#model/sales/door/rights.ts'

export const RIGHT_LABELS: Readonly<Record<GrantedRight, string>> = {
  search: 'Search by name',
  undo: 'Undo scans',
  sell: 'Sell tickets',
}

/** Lists the rights of a device, for example 'Scan, search by name'. */
export const rightsLabel = (rights: readonly GrantedRight[]): string =>
  ['Scan', ...rights.map((right) => RIGHT_LABELS[right].toLowerCase())].join(', ')
