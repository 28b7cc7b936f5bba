import * as domains from '#contracts/console/domains.ts'
import * as domainsContracts from '#contracts/platform/domains.ts'
import { allowTls } from '#server/sites/domains/allow-tls.ts'
import { checkDomain } from '#server/sites/domains/check-domain.ts'
import { createDomain } from '#server/sites/domains/create-domain.ts'
import { deleteDomain } from '#server/sites/domains/delete-domain.ts'
import { getDomainSettings } from '#server/sites/domains/get-domain-settings.ts'
import { listDomains } from '#server/sites/domains/list-domains.ts'
import { putDomainSettings } from '#server/sites/domains/put-domain-settings.ts'
import { BRAND_IMAGE_UPLOAD_LIMIT, uploadBrandPicture } from '#server/sites/branding/upload-brand-image.ts'
import { verifyDomain } from '#server/sites/domains/verify-domain.ts'
import { getBranding } from '#server/sites/branding/get-branding.ts'
import { previewBranding } from '#server/sites/branding/preview-branding.ts'
import { putBranding } from '#server/sites/branding/put-branding.ts'
import type { Bind, BindUpload } from './bindings.ts'

export function bindDomains(bind: Bind, bindUpload: BindUpload): void {
  bind(domainsContracts.tlsAllowed, allowTls)
  bind(domains.listDomains, listDomains)
  bind(domains.createDomain, createDomain)
  bind(domains.verifyDomain, verifyDomain)
  bind(domains.checkDomain, checkDomain)
  bind(domains.deleteDomain, deleteDomain)
  bind(domains.getBranding, getBranding)
  bind(domains.putBranding, putBranding)
  bind(domains.previewBranding, previewBranding)
  bind(domains.getDomainSettings, getDomainSettings)
  bind(domains.putDomainSettings, putDomainSettings)
  bindUpload(domains.uploadBrandPicture, uploadBrandPicture, BRAND_IMAGE_UPLOAD_LIMIT)
}
