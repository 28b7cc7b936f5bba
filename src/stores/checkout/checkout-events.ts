import { atom, computed, onMount } from 'nanostores'
import { call } from '#browser/platform/api.ts'
import { getEvent } from '#contracts/shop/catalog.ts'
import type { DeliveryOption, EventDetail } from '#model/catalog/catalog.ts'
import { $cart } from '#stores/shop/cart-items.ts'

export interface CheckoutEvents {
  status: 'loading' | 'success' | 'error'
  events: readonly EventDetail[]
}

export const LOADING_EVENTS: CheckoutEvents = { status: 'loading', events: [] }

export const $checkoutEvents = atom<CheckoutEvents>(LOADING_EVENTS)

const $eventIds = computed($cart, (items) => [...new Set(items.map((item) => item.eventId))].join())

onMount($checkoutEvents, () => $eventIds.subscribe(() => void loadEvents()))

const known = new Map<string, EventDetail>()

export async function loadEvents(): Promise<void> {
  const wanted = $eventIds.get()
  const ids = wanted ? wanted.split(',') : []
  if (!ids.every((id) => known.has(id))) $checkoutEvents.set(LOADING_EVENTS)
  const loaded = await Promise.all(ids.map((id) => loadEvent(id)))
  if (wanted !== $eventIds.get()) return
  const events = loaded.filter((event) => event !== undefined)
  $checkoutEvents.set({ status: events.length === ids.length ? 'success' : 'error', events })
}

async function loadEvent(id: string): Promise<EventDetail | undefined> {
  const present = known.get(id)
  if (present) return present
  const answer = await call(getEvent, { params: { idOrSlug: id } })
  if (!answer.success) return undefined
  known.set(id, answer.data)
  return answer.data
}

export function listDeliveryOptions(events: readonly EventDetail[]): DeliveryOption[] {
  const [first, ...others] = events
  const everywhere = (first?.delivery ?? []).filter(
    (option) =>
      option.method !== 'e_ticket' &&
      others.every((event) => event.delivery.some((each) => each.method === option.method)),
  )
  const free = first?.delivery.find((option) => option.method === 'e_ticket')
  return [free ?? { method: 'e_ticket', price: 0 }, ...everywhere]
}
