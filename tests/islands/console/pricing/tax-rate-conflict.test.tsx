import { configure, fireEvent } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openMember } from '#tests/support/domains.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openPortalPage, type PortalPage } from '#tests/islands/portal-page.tsx'
import { screen } from '#tests/support/screen.ts'

configure({ asyncUtilTimeout: 15_000 })

interface Rate {
  id: string
  name: string
  percent: number
  version: number
}

let page: PortalPage
let bearer = ''
let rate: Rate

const elsewhere = <Data,>(method: string, path: string, body?: object): Promise<Data> =>
  page.shop.askElsewhere<Data>({ bearer, method, path, ...(body && { body }) })
const percents = async (): Promise<number[]> =>
  (await elsewhere<{ rates: Rate[] }>('GET', '/api/promoter/taxes')).rates.map(({ percent }) => percent)

beforeEach(async () => {
  page = await openPortalPage()
  await page.signIn('owner')
  bearer = (await openMember(page.shop.context, page.shop.promoterId, 'owner')).bearer
  const added = await elsewhere<{ rate: Rate }>('POST', '/api/promoter/taxes/rates', {
    name: 'VAT',
    percent: 19,
  })
  rate = added.rate
  const { loadOwnPromoters } = await import('#stores/console/own-promoters.ts')
  await loadOwnPromoters()
  await page.show(createElement((await import('#islands/console/pricing/Taxes.tsx')).Taxes))
  fireEvent.click(await screen.findByRole('button', { name: 'Change VAT' }))
  await elsewhere('PUT', `/api/promoter/taxes/rates/${rate.id}`, {
    name: 'VAT',
    percent: 20,
    version: rate.version,
  })
  fireEvent.change(screen.getByRole('textbox', { name: /percent/i }), { target: { value: '21' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save tax rate' }))
})
afterEach(() => page.close())

it.each([
  ['Keep mine', 21],
  ['Use theirs', 20],
])('a version conflict shows both values and saves neither; %s leaves %d %%', async (choice, percent) => {
  expect(await screen.findByText('Someone else has changed this')).toBeTruthy()
  expect([screen.getByText('21%'), screen.getByText('20%')]).toHaveLength(2)
  expect(await percents()).toEqual([20])
  fireEvent.click(screen.getByRole('button', { name: choice }))
  await waitFor(() => expect(screen.queryByText('Someone else has changed this')).toBeNull())
  await waitFor(async () => expect(await percents()).toEqual([percent]))
})
