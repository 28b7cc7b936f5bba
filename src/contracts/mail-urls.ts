/** Page addresses that only e-mails have. Apart from the shop's: visitors don't load them. */
export const mailUrls = {
  /** Where the recipient of a promoter's mail reports it, or stops messages; mail programs post there too (RFC 8058). */
  unwantedMail: (token: string): string => `/unwanted-mail/${token}`,
}
