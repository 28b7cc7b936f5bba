export interface Sender {
  siteName: string
  senderName: string
  replyTo: string
  logoUrl: string
  primaryColor: string
  secondaryColor: string
}
