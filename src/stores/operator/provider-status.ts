import { call } from '#browser/platform/api.ts'
import { getProviderStatus } from '#contracts/operator/payments.ts'
import { createResource } from '#stores/platform/resource.ts'

export const providerStatus = createResource(() => call(getProviderStatus, {}))
