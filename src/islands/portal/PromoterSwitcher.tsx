import { PromoterSelect } from '#islands/platform/PromoterSelect.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { $auth } from '#stores/account/customer.ts'
import { $staffProfile, canChoosePromoter, choosePromoter } from '#stores/portal/staff-data.ts'
import { LOADING } from '#stores/platform/resource.ts'

const SIGNED_OUT = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/** Name of the current promoter. Members of several promoters can switch to another. */
export function PromoterSwitcher() {
  const { isAuthenticated } = useStore($auth, SIGNED_OUT)
  return isAuthenticated ? <Switcher /> : null
}

function Switcher() {
  const { data } = useStore($staffProfile, LOADING)
  if (!data) return null
  if (data.memberships.length < 2 || !canChoosePromoter()) {
    return <p className="portal-promoter">{data.promoterName}</p>
  }
  return (
    <div className="portal-promoter">
      <PromoterSelect
        promoters={data.memberships.map(({ promoterId, promoterName }) => ({
          id: promoterId,
          name: promoterName,
        }))}
        chosenId={data.promoterId}
        onChoose={choosePromoter}
      />
    </div>
  )
}
