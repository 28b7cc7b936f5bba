import * as domains from '#contracts/platform/domains.ts'
import * as registration from '#contracts/shop/registration.ts'
import { getRegistration } from '#server/people/registration/get-registration.ts'
import { forceSettings, resolveDomain } from '#server/sites/hosts/resolve-domain.ts'
import type { Bind } from './bindings.ts'

export function bindSites(bind: Bind): void {
  bind(registration.getRegistration, getRegistration)
  bind(domains.resolveDomain, resolveDomain)
  bind(domains.forceSettings, forceSettings)
}
