import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { STRIPE_EVENTS, readStripeEvent } from '#server/money/providers/stripe-events.ts'

const EVENTS = Object.values(STRIPE_EVENTS).flat()

describe('the events of docs/stripe.md', () => {
  it('are those that doctor expects', () => {
    const guide = readFileSync('docs/stripe.md', 'utf8')
    const named = guide.matchAll(/`((?:payment_intent|charge|refund|payout|v2\.core)[\w.[\]]*\.[\w.[\]]+)`/g)
    expect(new Set([...named].map(([, event]) => event))).toEqual(new Set(EVENTS))
  })

  it.each(EVENTS)('%s has an effect', (type) => {
    const about = { id: 'po_1', payment_intent: 'pi_1' }
    const event = {
      id: 'evt_1',
      type,
      account: 'acct_1',
      data: { object: about },
      related_object: { id: 'acct_1' },
    }
    expect(readStripeEvent(event)?.about).toBeDefined()
  })
})
