import { useState, type ReactNode } from 'react'
import type { OrderDetail } from '#contracts/console/orders/order-detail.ts'
import { legalTextUrl } from '#contracts/platform/legal-urls.ts'
import { LEGAL_NAMES } from '#model/sites/legal.ts'
import { MANUAL_PAYMENT_LABELS } from '#model/sales/status-labels.ts'
import { formatDate } from '#ui/format/format-dates.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { PAYMENT_STATUS_LABELS } from '#islands/console/orders/order-labels.ts'
import { providerName } from './OrderMoney.tsx'

/** Buyer, payment, and the link or member to which the sale is attributed. */
export function OrderFacts({ detail }: { detail: OrderDetail }) {
  return (
    <section className="section" aria-labelledby="facts-title">
      <h2 id="facts-title">Buyer and payment</h2>
      <dl className="order-facts">
        {factsOf(detail).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function BuyerEmail({ detail }: { detail: OrderDetail }) {
  const { status, customer } = detail.order
  const [isOpen, open] = useState(false)
  const canChange = status === 'paid' || status === 'partially_refunded'
  return (
    <>
      {customer.email ? <a href={`mailto:${customer.email}`}>{customer.email}</a> : 'None'}
      {canChange && (
        <Button variant="link" aria-label="Change the buyer’s email address" onClick={() => open(true)}>
          Change
        </Button>
      )}
      {isOpen && <EmailDialog key={detail.version} detail={detail} onClose={() => open(false)} />}
    </>
  )
}

type Fact = readonly [label: string, value: ReactNode]

function factsOf(detail: OrderDetail): Fact[] {
  const { customer, delivery } = detail.order
  return [
    ['Email', <BuyerEmail key="email" detail={detail} />],
    ...(customer.phone
      ? [
          [
            'Phone',
            <a key="phone" href={`tel:${customer.phone}`}>
              {customer.phone}
            </a>,
          ] as const,
        ]
      : []),
    ...(delivery.method === 'e_ticket'
      ? []
      : [
          [
            'Delivery',
            delivery.method === 'post' ? `By post: ${delivery.address ?? ''}` : 'Box office',
          ] as const,
        ]),
    ...paymentFacts(detail),
    ...cameFrom(detail),
    ...accepted(detail),
    ...detail.answers.map(({ question, answer }): Fact => [question, answer]),
  ]
}

function paymentFacts({ payment, takenOutside, disputes, order, paidAt }: OrderDetail): Fact[] {
  const how = takenOutside
    ? MANUAL_PAYMENT_LABELS[takenOutside]
    : payment
      ? `${providerName(payment.provider)}: ${PAYMENT_STATUS_LABELS[payment.status].toLowerCase()}`
      : paidAt
        ? 'Free of charge'
        : 'Not started'
  return [
    ['Payment', how],
    ...(payment ? [['Reference', <code key="intent">{payment.intentId}</code>] as const] : []),
    ...disputes.map((dispute): Fact => [
      `Dispute of ${formatDate(dispute.createdAt)}`,
      `${formatAmount(dispute.amount, order.currency)}, ${dispute.status}`,
    ]),
  ]
}

const accepted = ({ acceptedLegalTexts }: OrderDetail): Fact[] =>
  acceptedLegalTexts.length === 0
    ? []
    : [
        [
          'Accepted',
          <ul key="accepted">
            {acceptedLegalTexts.map((text) => (
              <li key={text.kind}>
                <a href={legalTextUrl(text)} target="_blank" rel="noopener">
                  {LEGAL_NAMES[text.kind]}
                  {text.promoterId === null && ` of ${text.by}`}, version of {formatDate(text.publishedAt)}
                </a>
              </li>
            ))}
          </ul>,
        ],
      ]

function cameFrom({ attribution }: OrderDetail): Fact[] {
  if (!attribution) return []
  const { linkName, memberName, code, campaign } = attribution
  return [
    ['Source', `${linkName}${memberName ? `, by ${memberName}` : ''} (${code})`],
    ...(campaign ? [['Campaign', campaign] as const] : []),
  ]
}
