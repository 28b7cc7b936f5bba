/** URLs of the development mailbox and of the sandbox payment provider. */
export const developmentUrls = {
  mailbox: (mailId?: string): string => (mailId ? `/dev/mailbox/${mailId}` : '/dev/mailbox'),
  /** The email on its own, without the mailbox page around it. */
  mailboxHtml: (mailId: string): string => `/dev/mailbox/${mailId}/html`,
  sandboxChallenge: (intentId: string): string => `/sandbox/challenge/${intentId}`,
  sandboxOnboarding: (payeeId: string, returnUrl: string): string =>
    `/sandbox/onboarding/${payeeId}?${new URLSearchParams({ return: returnUrl }).toString()}`,
  sandboxDashboard: (payeeId: string): string => `/sandbox/dashboard/${payeeId}`,
}
