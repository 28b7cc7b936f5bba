import {
  forceSettings as forceSettingsContract,
  resolveDomain as resolveDomainContract,
} from '#contracts/platform/domains.ts'
import { getRegistration as getRegistrationContract } from '#contracts/shop/registration.ts'
import { getRegistration } from '#server/people/registration/get-registration.ts'
import { forceSettings, resolveDomain } from '#server/sites/hosts/resolve-domain.ts'
import type { Bind } from './bindings.ts'

export function bindSites(bind: Bind): void {
  bind(getRegistrationContract, getRegistration)
  bind(resolveDomainContract, resolveDomain)
  bind(forceSettingsContract, forceSettings)
}
