import { useEffect, useRef, useState } from 'react'
import { now } from '#browser/platform/clock.ts'
import type { SentDoorSale } from '#contracts/portal/door-sales.ts'
import { urls } from '#contracts/platform/urls.ts'
import { codeAccess } from '#model/catalog/codes/code-modes.ts'
import { DOOR_PAYMENT_LABELS } from '#model/sales/door-sales/door-sales.ts'
import type { Door, DoorState } from '#stores/portal/door/open-door.ts'
import { formatAmount, formatCount } from '#ui/format/format-numbers.ts'
import { verdictText } from '../verdict/verdict-texts.ts'
import { QrCode } from './QrCode.tsx'

interface Props {
  door: Door
  sale: SentDoorSale
  currency: string
  /** Gate at which “Admit now” records entries. */
  gateId: string | null
  onNext: () => void
}

/** The sale that was just made. Can admit its tickets, and shows the buyer a link to them. */
export function SaleDone({ door, sale, currency, gateId, onNext }: Props) {
  const { tickets, total, payment, id } = sale
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="door-sale-done" aria-labelledby="sold-title">
      <h2 id="sold-title" ref={heading} tabIndex={-1}>
        Sold: {formatCount(tickets.length, 'ticket')}
      </h2>
      <p>
        {formatAmount(total, currency)} · {DOOR_PAYMENT_LABELS[payment]}
      </p>
      <AdmitNow door={door} tickets={tickets} gateId={gateId} onNext={onNext} />
      {areCodesShown(door.$state.get()) && (
        <ul className="door-codes">
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              Code <strong>{ticket.code}</strong>
            </li>
          ))}
        </ul>
      )}
      <QrCode
        text={new URL(urls.order(id), window.location.origin).href}
        label="QR code of the order’s page"
      />
      <p className="door-note">
        Buyers scan this code to open their tickets and receipt. It works once the sale has been sent.
      </p>
    </section>
  )
}

/**
 * True if buyers can be shown codes here. False for live codes, and for late codes before they appear, which buyers
 * only get on the order’s page.
 */
const areCodesShown = ({ codes }: Pick<DoorState, 'codes'>): boolean =>
  !codes || codeAccess({ codeMode: codes.mode, appearAt: codes.appearAtMs }, now()) === 'shown'

type AdmitProps = Pick<Props, 'door' | 'gateId' | 'onNext'> & Pick<SentDoorSale, 'tickets'>

/** Tickets that weren't admitted, with the reason; undefined until “Admit now” is tapped. */
type Refusals = readonly { code: string; why: string }[] | undefined

function AdmitNow({ door, tickets, gateId, onNext }: AdmitProps) {
  const [refusals, setRefusals] = useState<Refusals>()
  const admit = async (): Promise<void> => {
    const found: { code: string; why: string }[] = []
    for (const { id, code } of tickets) {
      const why = await admitOne(door, id, gateId)
      if (why !== undefined) found.push({ code, why })
    }
    setRefusals(found)
  }
  return (
    <>
      <output>
        {refusals?.length === 0 && 'Admitted.'}
        {refusals?.map(({ code, why }) => (
          <p key={code}>
            <strong>{code}</strong> isn’t admitted. {why}
          </p>
        ))}
      </output>
      <div className="door-actions">
        {!refusals && (
          <button type="button" className="door-button is-strong" onClick={() => void admit()}>
            Admit now
          </button>
        )}
        <button type="button" className="door-button" onClick={onNext}>
          Next sale
        </button>
      </div>
    </>
  )
}

/** Admits a ticket. Returns the reason why it wasn't admitted; undefined if it was. */
async function admitOne(door: Door, ticketId: string, gateId: string | null): Promise<string | undefined> {
  try {
    const shown = await door.admit(ticketId, { gateId })
    if (shown.scan) return undefined
    const { word, next } = verdictText(shown, door.$state.get())
    return `${word}. ${next}`
  } catch {
    return 'The scan couldn’t be stored. Reload the page, then scan the code.'
  }
}
