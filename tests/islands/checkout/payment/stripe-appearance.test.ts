import { expect, it } from 'vitest'
import { stripeAppearance, toHex } from '#islands/checkout/payment/stripe-appearance.ts'

it.each([
  ['rgb(67, 56, 202)', '#4338ca'],
  ['rgb(0, 0, 0)', '#000000'],
  ['oklch(1 0 280)', '#ffffff'],
  ['oklch(0.22 0.02 none)', '#23171a'],
  ['oklch(0.48 0.19 25)', '#b00a1d'],
])('%s is %s for Stripe', (computed, hex) => {
  expect(toHex(computed)).toBe(hex)
})

it('the fields use the page’s colours, in dark mode too', () => {
  const page = {
    surface: 'oklch(1 0 0)',
    text: 'rgb(20, 20, 28)',
    muted: 'rgb(90, 90, 100)',
    edge: 'rgb(140, 140, 150)',
    accent: 'rgb(67, 56, 202)',
    danger: 'rgb(176, 0, 32)',
  }
  expect(stripeAppearance(page, false)).toMatchObject({
    theme: 'stripe',
    variables: { colorPrimary: '#4338ca', colorBackground: '#ffffff', colorDanger: '#b00020' },
  })
  expect(stripeAppearance(page, true).theme).toBe('night')
})
