/** Page URLs of operators, on the main site. Apart from the shop's: visitors don't load them. */
export const operatorUrls = {
  overview: (): string => '/operator',
  /** Makes the first operator. The token is in the fragment, which logs and referrers don't contain. */
  join: (token: string): string => `/operator/join#${token}`,
}
