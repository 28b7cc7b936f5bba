/** Names, addresses and colours of the site that an email comes from. */
export interface Sender {
  siteName: string
  senderName: string
  replyTo: string
  logoUrl: string
  primaryColor: string
  secondaryColor: string
}
