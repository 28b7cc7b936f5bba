/** URLs that only emails contain. In a file of their own so that visitors don't download them. */
export const mailUrls = {
  /** The token is in the fragment, so that it isn't logged or sent as a referrer. */
  undoBankAccountChange: (token: string): string => `/undo-bank-account-change#${token}`,
  /** Page to unsubscribe from a promoter's messages or to report one. Mail clients send a POST request to it (RFC 8058). */
  unwantedMail: (token: string): string => `/unwanted-mail/${token}`,
  /** Page that cancels the removal of a second factor. The token is in the fragment, so that it isn't logged or sent as a referrer. */
  keepSecondFactors: (token: string): string => `/keep-second-factors#${token}`,
}
