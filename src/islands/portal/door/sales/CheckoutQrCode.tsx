import { useEffect, useRef } from 'react'
import { QrCode } from './QrCode.tsx'

/** QR code of the event's page, for buyers who order on their own phone. Such a sale doesn't use this device's share. */
export function CheckoutQrCode({ url, onBack }: { url: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="door-checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title" ref={heading} tabIndex={-1}>
        Buy on your phone
      </h2>
      <QrCode text={url} label="QR code of the event’s page" isLarge />
      <ol>
        <li>Scan this code with your phone’s camera.</li>
        <li>Choose tickets and pay there.</li>
        <li>Show the ticket on your phone here.</li>
      </ol>
      <p className="door-note" translate="no">
        {url
          .replace(/^https?:\/\//, '')
          .split('?', 1)
          .join('')}
      </p>
      <button type="button" className="door-button is-strong" onClick={onBack}>
        Back to selling
      </button>
    </section>
  )
}
