import { readStorefrontPromoterId } from '#browser/account/staff-session.ts'
import { PromoterSelect } from '#islands/platform/PromoterSelect.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $auth } from '#stores/account/customer.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { $ownPromoters, $promoter, choosePromoter } from '#stores/console/own-promoters.ts'

const SIGNED_OUT = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/** Name of the current promoter. Members of several promoters can switch to another. */
export function ConsolePromoter() {
  const { isAuthenticated } = useStore($auth, SIGNED_OUT)
  return isAuthenticated ? <Promoter /> : null
}

function Promoter() {
  const { data = [] } = useStore($ownPromoters, LOADING)
  const promoter = useStore($promoter, undefined)
  if (!promoter) return null
  if (data.length < 2 || readStorefrontPromoterId() !== undefined) {
    return (
      <p className="console-promoter" dir="auto">
        {promoter.name}
      </p>
    )
  }
  return (
    <div className="console-promoter">
      <PromoterSelect promoters={data} chosenId={promoter.id} onChoose={choosePromoter} />
    </div>
  )
}
