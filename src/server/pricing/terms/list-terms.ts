import type { listTerms as contract } from '#contracts/operator/terms.ts'
import { succeed } from '#model/platform/result.ts'
import type { AccountCall, UseCase } from '#server/use-case.ts'
import { listCurrenciesInUse, listDefaultTerms, listPromoterTerms } from './terms-rows.ts'
import { viewDefaultTerms, viewPromoterTerms } from './terms-view.ts'

export const listTerms: UseCase<typeof contract, AccountCall> = async (context) => {
  const now = new Date(context.clock.now())
  const [defaults, own, inUse] = await Promise.all([
    listDefaultTerms(context.db),
    listPromoterTerms(context.db),
    listCurrenciesInUse(context.db),
  ])
  const currencies = [...new Set(defaults.map(({ currency }) => currency))].map((currency) =>
    viewDefaultTerms(currency, defaults, now),
  )
  const promoters = [...Map.groupBy(own, ({ promoterId }) => promoterId ?? '')].map(([id, rows]) =>
    viewPromoterTerms(
      { id, name: rows[0]?.name ?? '', currencies: [...new Set(rows.map(({ currency }) => currency))] },
      [...rows, ...defaults],
      now,
    ),
  )
  const withTerms = currencies.filter(({ terms }) => terms !== null).map(({ currency }) => currency)
  return succeed({
    currencies,
    withoutTerms: inUse.filter((currency) => !withTerms.includes(currency)),
    promoters,
  })
}
