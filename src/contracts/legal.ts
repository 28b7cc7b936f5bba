import * as z from 'zod/mini'
import { reference } from '#model/bounds.ts'
import { buyerLegalText } from '#model/buyer-legal-texts.ts'
import { endpoint } from './endpoint.ts'

/**
 * The terms, refund policy and privacy policy that buyers of an event's tickets are shown at checkout: its promoter's, and the main
 * site's terms where the promoter has none. Texts that nobody has written are left out.
 */
export const listBuyerLegalTexts = endpoint({
  method: 'GET',
  path: '/api/public/events/{id}/legal-texts',
  access: 'anyone',
  params: z.object({ id: reference }),
  data: z.object({ texts: z.array(buyerLegalText) }),
  errors: ['NOT_FOUND'],
})
