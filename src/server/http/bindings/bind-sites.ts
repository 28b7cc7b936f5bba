import {
  forceSettings as forceSettingsContract,
  resolveDomain as resolveDomainContract,
} from '#contracts/platform/domains.ts'
import { forceSettings, resolveDomain } from '#server/sites/hosts/resolve-domain.ts'
import type { Bind } from './bindings.ts'

export function bindSites(bind: Bind): void {
  bind(resolveDomainContract, resolveDomain)
  bind(forceSettingsContract, forceSettings)
}
