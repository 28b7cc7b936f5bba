import { useState, type ReactNode } from 'react'
import type { DoorStock, SentDoorSale } from '#contracts/portal/door-sales.ts'
import { portalUrls } from '#contracts/platform/portal-urls.ts'
import { useStore } from '#islands/platform/use-store.ts'
import { $chosenDoorGates, chosenGateOf } from '#stores/portal/door/door-settings.ts'
import type { Door } from '#stores/portal/door/open-door.ts'
import type { Till } from '#stores/portal/door/sales/till.ts'
import { $verdict, scanCode } from '#stores/portal/door/verdicts-shown.ts'
import { DoorStatus } from '../DoorStatus.tsx'
import { useTypedCodes } from '../use-typed-codes.ts'
import { VerdictLayer } from '../verdict/VerdictLayer.tsx'
import { CheckoutQrCode } from './CheckoutQrCode.tsx'
import { SaleDone } from './SaleDone.tsx'
import { SaleForm } from './SaleForm.tsx'
import { SalesSummary } from './SalesSummary.tsx'
import { ShareForm } from './ShareForm.tsx'

export function SellScreen({ door, till, views }: { door: Door; till: Till; views: ReactNode }) {
  // `Door` exists only in the browser, so the server never renders this component.
  const state = useStore(door.$state, door.$state.get())
  const { stock, waiting } = useStore(till.$state, till.$state.get())
  const chosen = useStore($chosenDoorGates, undefined)?.[state.event.id]
  const gateId = chosenGateOf(state, chosen)
  const isVerdictShown = useStore($verdict, undefined) !== undefined
  // Typed codes are recorded as entries, because exits can only be chosen in the scanning view.
  useTypedCodes((text) => void scanCode(door, text, { gateId, isExit: false }))
  return (
    <>
      <div className="door-page" inert={isVerdictShown}>
        <header className="door-head">
          <a className="door-back" href={portalUrls.door()}>
            Other events
          </a>
          <h1>{state.event.title}</h1>
          <DoorStatus
            state={state}
            unsentSales={waiting}
            onSync={() => void door.sync().then(() => syncNow(till))}
          />
        </header>
        {views}
        {stock ? (
          <Selling door={door} till={till} stock={stock} gateId={gateId} />
        ) : (
          <p>Go online once to load the prices. After that, this device can sell offline.</p>
        )}
      </div>
      <VerdictLayer door={door} state={state} gateId={gateId} />
    </>
  )
}

const syncNow = (till: Till): void => void till.sync().catch(() => undefined)

interface SellingProps {
  door: Door
  till: Till
  stock: DoorStock
  gateId: string | null
}

/** Shows the form for the next sale, the last sale, or the code for the buyer's own phone. */
function Selling({ door, till, stock, gateId }: SellingProps) {
  const { left, sales } = useStore(till.$state, till.$state.get())
  const [done, setDone] = useState<SentDoorSale>()
  const [isCheckoutShown, showCheckout] = useState(false)
  const { checkoutUrl, prices } = stock
  if (isCheckoutShown && checkoutUrl !== undefined)
    return <CheckoutQrCode url={checkoutUrl} onBack={() => showCheckout(false)} />
  const next = (): void => {
    setDone(undefined)
    syncNow(till)
  }
  return (
    <>
      {done ? (
        <SaleDone
          key={done.id}
          door={door}
          sale={done}
          currency={prices.currency}
          gateId={gateId}
          onNext={next}
        />
      ) : (
        <>
          <SaleForm till={till} stock={stock} left={left} onSold={setDone} door={door} />
          {checkoutUrl !== undefined && (
            <button type="button" className="door-button" onClick={() => showCheckout(true)}>
              Buyer pays by phone
            </button>
          )}
          <ShareForm till={till} stock={stock} />
        </>
      )}
      {sales.length > 0 && (
        <SalesSummary
          till={till}
          sales={sales}
          currency={prices.currency}
          timeZone={door.$state.get().event.timeZone}
        />
      )}
    </>
  )
}
