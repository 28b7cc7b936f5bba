/** Page addresses that stand in for somebody else's: the development mailbox, the sandbox provider's own pages. */
export const standInUrls = {
  mailbox: (mailId?: string): string => (mailId ? `/dev/mailbox/${mailId}` : '/dev/mailbox'),
  /** The mail alone, as a mail program would show it. */
  mailboxHtml: (mailId: string): string => `/dev/mailbox/${mailId}/html`,
  sandboxChallenge: (intentId: string): string => `/sandbox/challenge/${intentId}`,
  sandboxOnboarding: (payeeId: string, returnUrl: string): string =>
    `/sandbox/onboarding/${payeeId}?${new URLSearchParams({ return: returnUrl }).toString()}`,
  sandboxDashboard: (payeeId: string): string => `/sandbox/dashboard/${payeeId}`,
}
