const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'API keys': 'Keys for programs that act for a promoter. Managed by its owners.',
  Accounts: 'Customer accounts: registration, sign-in, profile, password and email address.',
  Assignments: 'Work schedule: which member works at which event, and when.',
  Attendees: 'Ticket holders of a promoter’s events.',
  Audit: 'Log of every change that members and programs have made.',
  Carts: 'Carts of buyers. Tickets in a cart are held for a limited time.',
  Catalog: 'Published events and their ticket types, as buyers see them.',
  Checklist: 'First steps of a new promoter.',
  'Commission rules': 'Rules that decide what members earn from sales.',
  Domains: 'A promoter’s own domains, and the branding of its storefront.',
  Earnings: 'What a member has earned, and its payouts.',
  'Email templates': 'Email templates and the sender of a promoter’s emails.',
  Events: 'A promoter’s events, from draft to cancellation.',
  Fees: 'Service fees, for buyers to see and for promoters to set.',
  Invitations: 'Invitations to join a promoter’s team, for the people who are invited.',
  Legal: 'Terms, refund policy, privacy, imprint and contact of a promoter.',
  Links: 'Tracking links of a promoter and of its members.',
  Messages: 'Emails from a promoter to the people who hold its tickets.',
  Operators: 'The accounts that run the platform, and what they see of its promoters.',
  'Order quotes': 'Price of an order that a promoter takes for a buyer.',
  Orders: 'Checkout for buyers; search, notes and cancellation for promoters.',
  Payments: 'Payment of orders.',
  Payouts: 'Payouts to members, as the promoter sees and approves them.',
  Promo: 'Validation of promo codes for buyers.',
  'Promo codes': 'A promoter’s promo codes.',
  Promoters: 'Opening of a promoter’s storefront.',
  Refunds: 'Refunds of paid orders.',
  Reports: 'Sales figures and reports of a promoter.',
  'Second factors': 'Passkeys, authenticator apps and recovery codes.',
  Sessions: 'Devices that an account is signed in on.',
  Settings: 'Legal details and security settings of a promoter.',
  Staff: 'A promoter’s team, and the staff portal of its members.',
  Taxes: 'Tax rates, and the ticket types that they apply to.',
  'Ticket types': 'Ticket types of an event, and capacities that several of them share.',
  Tracking: 'Visits through tracking links.',
  Webhooks: 'Endpoints that are notified of orders, refunds and events.',
}

/** Throws for a tag without a description. */
export function describeTag(name: string): { name: string; description: string } {
  const description = DESCRIPTIONS[name]
  if (description === undefined) throw new Error(`The tag "${name}" has no description in openapi/tags.ts.`)
  return { name, description }
}
