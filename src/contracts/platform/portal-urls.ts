/** Page URLs of the staff portal. In a file of their own so that visitors don't load them. */
export const portalUrls = {
  overview: (): string => '/account/staff',
  profile: (): string => '/account/staff/profile',
  assignments: (): string => '/account/staff/assignments',
  links: (): string => '/account/staff/links',
  link: (id: string): string => `/account/staff/links/${id}`,
  earnings: (): string => '/account/staff/earnings',
  /** Statement file of the signed-in member; both days inclusive. */
  statement: (memberId: string, format: 'csv' | 'pdf', days: { from: string; to: string }): string =>
    `/api/staff/${memberId}/earnings/statement.${format}?${new URLSearchParams(days).toString()}`,
}
