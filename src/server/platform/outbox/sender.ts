/** Branding of an email. */
export interface Sender {
  siteName: string
  /** Display name of the sender. */
  senderName: string
  replyTo: string
  logoUrl: string
  primaryColor: string
  secondaryColor: string
}
