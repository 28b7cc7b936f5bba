import { useId } from 'react'
import { hostPromoter } from '#browser/staff-session.ts'
import { useStore } from '#islands/use-store.ts'
import { $auth } from '#stores/customer.ts'
import { LOADING } from '#stores/loaded.ts'
import { $ownPromoters, $promoter, choosePromoter } from '#stores/own-promoters.ts'

const SIGNED_OUT = { customer: undefined, isAuthenticated: false, isLoading: true, error: undefined }

/** Whose console it is. Who manages several promoters changes between them here. */
export function ConsolePromoter() {
  const { isAuthenticated } = useStore($auth, SIGNED_OUT)
  return isAuthenticated ? <Promoter /> : null
}

function Promoter() {
  const id = useId()
  const { data = [] } = useStore($ownPromoters, LOADING)
  const promoter = useStore($promoter, undefined)
  if (!promoter) return null
  if (data.length < 2 || hostPromoter() !== undefined) {
    return (
      <p className="console-promoter" dir="auto">
        {promoter.name}
      </p>
    )
  }
  return (
    <div className="console-promoter">
      <label className="visually-hidden" htmlFor={id}>
        Promoter
      </label>
      <select
        id={id}
        className="input"
        value={promoter.id}
        onChange={(event) => choosePromoter(event.currentTarget.value)}
      >
        {data.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
