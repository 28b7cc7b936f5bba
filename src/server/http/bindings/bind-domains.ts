import {
  checkDomain as checkDomainContract,
  createDomain as createDomainContract,
  deleteDomain as deleteDomainContract,
  getDomainSettings as getDomainSettingsContract,
  getBranding as getLookContract,
  listDomains as listDomainsContract,
  previewBranding as previewLookContract,
  putDomainSettings as putDomainSettingsContract,
  putBranding as putLookContract,
  uploadBrandPicture as uploadBrandPictureContract,
  verifyDomain as verifyDomainContract,
} from '#contracts/console/domains.ts'
import { tlsAllowed } from '#contracts/platform/domains.ts'
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
import type { Bind, BindPromoter, BindPromoterUpload } from './bindings.ts'

export function bindDomains(bind: Bind, bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bind(tlsAllowed, allowTls)
  bindPromoter(listDomainsContract, listDomains)
  bindPromoter(createDomainContract, createDomain)
  bindPromoter(verifyDomainContract, verifyDomain)
  bindPromoter(checkDomainContract, checkDomain)
  bindPromoter(deleteDomainContract, deleteDomain)
  bindPromoter(getLookContract, getBranding)
  bindPromoter(putLookContract, putBranding)
  bindPromoter(previewLookContract, previewBranding)
  bindPromoter(getDomainSettingsContract, getDomainSettings)
  bindPromoter(putDomainSettingsContract, putDomainSettings)
  bindUpload(uploadBrandPictureContract, uploadBrandPicture, BRAND_IMAGE_UPLOAD_LIMIT)
}
