import { useEffect, useState } from 'react'
import { loadDeliveries, type LogFilters } from '#stores/console/developers.ts'
import { deliveryStatus } from '#contracts/console/webhooks.ts'

/** The log's filters stand in the address, so that they can be shared and the back button takes them back. */
export function useLogFilters() {
  const [filters, setFilters] = useState<LogFilters>({})
  useEffect(() => {
    const read = (): void => {
      const found = readFilters(new URLSearchParams(window.location.search))
      setFilters(found)
      void loadDeliveries(found)
    }
    read()
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  const filter = (changed: LogFilters): void => {
    const next = { ...filters, ...changed }
    const query = new URLSearchParams(
      Object.entries(next).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ).toString()
    window.history.pushState(null, '', query ? `?${query}` : window.location.pathname)
    setFilters(next)
    void loadDeliveries(next)
  }
  return { filters, filter }
}

const readFilters = (given: URLSearchParams): LogFilters => ({
  webhookId: given.get('webhookId') ?? undefined,
  type: given.get('type') ?? undefined,
  status: deliveryStatus.safeParse(given.get('status')).data,
})
