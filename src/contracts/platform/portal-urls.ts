/** URLs of the staff portal. In a file of their own so that visitors don't download them. */
export const portalUrls = {
  overview: (): string => '/account/staff',
  profile: (): string => '/account/staff/profile',
  assignments: (): string => '/account/staff/assignments',
  links: (): string => '/account/staff/links',
  link: (id: string): string => `/account/staff/links/${id}`,
  /** Page that checks tickets. Without an event, it lists the events to choose from. */
  door: (eventId?: string): string =>
    `/account/staff/door${eventId === undefined ? '' : `?event=${encodeURIComponent(eventId)}`}`,
  /** Page that pairs a device. The code is in the fragment, which browsers don't send to the server. */
  pairing: (code: string): string => `/account/staff/door#pair=${code}`,
  doorManifest: (): string => '/account/staff/door.webmanifest',
  doorWorker: (): string => '/account/staff/door-worker.js',
  earnings: (): string => '/account/staff/earnings',
  /** The signed-in member's statement as a file. Both days are inclusive. */
  statement: (memberId: string, format: 'csv' | 'pdf', days: { from: string; to: string }): string =>
    `/api/staff/${memberId}/earnings/statement.${format}?${new URLSearchParams(days).toString()}`,
}
