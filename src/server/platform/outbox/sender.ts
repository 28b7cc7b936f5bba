/** Name, addresses and colours of the site that sends an email. */
export interface Sender {
  siteName: string
  senderName: string
  replyTo: string
  logoUrl: string
  primaryColor: string
  secondaryColor: string
}
