import { call } from '#browser/platform/api.ts'
import { endSupport } from '#contracts/console/support.ts'

export const stopActingForPromoter = () => call(endSupport, {})
