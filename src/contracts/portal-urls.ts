/** Page addresses of the staff portal. Apart from the shop's: visitors don't load them. */
export const portalUrls = {
  overview: (): string => '/account/staff',
  profile: (): string => '/account/staff/profile',
  assignments: (): string => '/account/staff/assignments',
  links: (): string => '/account/staff/links',
  link: (id: string): string => `/account/staff/links/${id}`,
  earnings: (): string => '/account/staff/earnings',
  /** A raw file, for whoever the token names; the days are both included. */
  statement: (memberId: string, format: 'csv' | 'pdf', days: { from: string; to: string }): string =>
    `/api/staff/${memberId}/earnings/statement.${format}?${new URLSearchParams(days).toString()}`,
}
