/** Page URLs used only in emails. In a file of their own so that visitors don't load them. */
export const mailUrls = {
  /** Page to unsubscribe from a promoter's messages or report them; mail clients POST to it (RFC 8058). */
  unwantedMail: (token: string): string => `/unwanted-mail/${token}`,
}
