import { describe, expect, test } from 'vitest'
import {
  eventAvailabilityOf,
  DEFAULT_MAX_PER_ORDER,
  saleState,
  ticketSaleStatus,
  type SaleStatus,
  type SaleWindow,
} from '#model/catalog/catalog.ts'
import { FEW_LEFT_BELOW } from '#model/catalog/inventory/few-left.ts'

const NOW = 1_790_000_000_000
const open: SaleWindow = { active: true }

test('§9: ten of one type in an order unless the promoter says otherwise', () => {
  expect(DEFAULT_MAX_PER_ORDER).toBe(10)
})

describe('a sale window', () => {
  test.each<[string, Partial<SaleWindow>, SaleStatus]>([
    ['without ends is open', {}, 'on_sale'],
    ['opens at its start', { saleStartsAt: NOW }, 'on_sale'],
    ['is not yet open a moment before', { saleStartsAt: NOW + 1 }, 'not_yet'],
    ['is open up to its end', { saleEndsAt: NOW + 1 }, 'on_sale'],
    ['has ended at its end', { saleEndsAt: NOW }, 'ended'],
    ['can be paused', { active: false }, 'paused'],
    ['that is paused before its start is paused', { active: false, saleStartsAt: NOW + 1 }, 'paused'],
    ['that has ended is not paused any more', { active: false, saleEndsAt: NOW }, 'ended'],
  ])('%s', (_, window, state) => {
    expect(saleState({ ...open, ...window }, NOW)).toBe(state)
  })

  test.each<[Partial<SaleWindow>, number, SaleStatus]>([
    [{}, 1, 'on_sale'],
    [{}, 0, 'sold_out'],
    [{}, -1, 'sold_out'],
    [{ saleStartsAt: NOW + 1 }, 0, 'not_yet'],
    [{ saleEndsAt: NOW }, 0, 'ended'],
    [{ active: false }, 0, 'paused'],
  ])('%o with %i left is %s', (window, available, status) => {
    expect(ticketSaleStatus({ ...open, ...window }, available, NOW)).toBe(status)
  })
})

describe('availability of an event', () => {
  const offer = (status: SaleStatus, availableQuantity = 0) => ({ status, availableQuantity })
  test.each<[string, ReturnType<typeof offer>[], ReturnType<typeof eventAvailabilityOf>]>([
    ['with plenty', [offer('on_sale', FEW_LEFT_BELOW)], 'on_sale'],
    ['with fewer than are told by number', [offer('on_sale', FEW_LEFT_BELOW - 1)], 'few_left'],
    ['with few of each but plenty in all', [offer('on_sale', 12), offer('on_sale', 12)], 'on_sale'],
    ['with one type left', [offer('sold_out'), offer('ended'), offer('on_sale', 3)], 'few_left'],
    ['with more to come', [offer('sold_out'), offer('not_yet', 50)], 'not_yet'],
    ['sold out', [offer('sold_out'), offer('ended', 5)], 'sold_out'],
    ['after the sale', [offer('ended', 5)], 'ended'],
    ['paused', [offer('paused', 5)], 'ended'],
    ['with nothing to sell', [], 'ended'],
  ])('%s', (_, offers, availability) => {
    expect(eventAvailabilityOf(offers)).toBe(availability)
  })
})
