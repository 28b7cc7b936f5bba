import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'

/** Texts for the choice of who pays the fees. */
export const FEE_PAYER_TEXTS: Readonly<Record<FeesPaidBy, { title: string; text: string }>> = {
  buyer: { title: 'Buyers pay the fees', text: 'Added to your price. You receive the whole ticket price.' },
  split: { title: 'Split the fees', text: 'Half is added to your price, half is deducted from it.' },
  promoter: {
    title: 'You pay the fees',
    text: 'Buyers pay exactly your price. The fees are deducted from it.',
  },
}

export const FEATURES = [
  {
    title: 'A storefront of your own',
    text: 'Logo, colours and custom CSS, on our domain or your own, with HTTPS set up for you. Event pages load fast on any phone and work without JavaScript.',
  },
  {
    title: 'One price, no surprises',
    text: 'The first price buyers see includes fees and taxes, and it’s the price they pay. They can check out as guests.',
  },
  {
    title: 'Never sold twice',
    text: 'Tickets are held while a buyer pays, and released when the hold ends. Ticket types can share one capacity, with limits per order and per customer.',
  },
  {
    title: 'Promo codes and hidden tickets',
    text: 'Percentage or fixed discounts, limited by ticket type, date or uses per customer. Unlock presales with a code.',
  },
  {
    title: 'Order management',
    text: 'Find any order, issue full or partial refunds, resend tickets, message attendees, sell at the box office, export to CSV and Excel.',
  },
  {
    title: 'Taxes and invoices',
    text: 'Tax rates per ticket type, included in the price or added, and PDF invoices with your legal details.',
  },
  {
    title: 'Your emails',
    text: 'Edit the emails for confirmations, changes and refunds. They use your branding, and you can preview them.',
  },
  {
    title: 'Works with your tools',
    text: 'An API with scoped keys, signed webhooks and exports.',
  },
]
