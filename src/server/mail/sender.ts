/** Whose look a mail has. */
export interface Sender {
  siteName: string
  /** What stands beside the address in `From`. */
  senderName: string
  replyTo: string
  logoUrl: string
  primaryColor: string
  secondaryColor: string
}
