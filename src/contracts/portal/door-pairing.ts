import * as z from 'zod/mini'
import { grantedRight } from '#model/sales/door/rights.ts'
import { endpoint } from '#contracts/platform/endpoint.ts'

export const pairedDevice = z.object({
  id: z.string(),
  name: z.string(),
  /** Rights besides scanning. */
  rights: z.array(grantedRight),
})
export type PairedDevice = z.infer<typeof pairedDevice>

export const pairDevice = endpoint({
  description:
    'Pairs a device with the code of a pairing. `token` is returned only once: the device sends it as bearer token in its calls. ' +
    'A code works once, for 15 minutes, on the promoter’s storefront and on the main site. The number of wrong codes is limited by network.',
  method: 'POST',
  path: '/api/door/pair',
  access: 'anyone',
  body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(40)) }),
  data: z.object({ token: z.string(), device: pairedDevice }),
  status: 201,
  errors: ['PAIRING_CODE_WRONG', 'DEVICE_ENDED', 'RATE_LIMITED'],
})
