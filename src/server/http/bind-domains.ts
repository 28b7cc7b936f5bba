import {
  checkDomain as checkDomainContract,
  createDomain as createDomainContract,
  deleteDomain as deleteDomainContract,
  getDomainSettings as getDomainSettingsContract,
  getLook as getLookContract,
  listDomains as listDomainsContract,
  previewLook as previewLookContract,
  putDomainSettings as putDomainSettingsContract,
  putLook as putLookContract,
  tlsAllowed,
  uploadBrandPicture as uploadBrandPictureContract,
  verifyDomain as verifyDomainContract,
} from '#contracts/domains.ts'
import { allowTls } from '../domains/allow-tls.ts'
import { checkDomain } from '../domains/check-domain.ts'
import { createDomain } from '../domains/create-domain.ts'
import { deleteDomain } from '../domains/delete-domain.ts'
import { getDomainSettings } from '../domains/get-domain-settings.ts'
import { listDomains } from '../domains/list-domains.ts'
import { putDomainSettings } from '../domains/put-domain-settings.ts'
import { uploadBrandPicture } from '../domains/upload-brand-picture.ts'
import { verifyDomain } from '../domains/verify-domain.ts'
import { getLook } from '../sites/get-look.ts'
import { previewLook } from '../sites/preview-look.ts'
import { putLook } from '../sites/put-look.ts'
import type { Bind, BindPromoter, BindPromoterUpload } from './bindings.ts'

export function bindDomains(bind: Bind, bindPromoter: BindPromoter, bindUpload: BindPromoterUpload): void {
  bind(tlsAllowed, allowTls)
  bindPromoter(listDomainsContract, listDomains)
  bindPromoter(createDomainContract, createDomain)
  bindPromoter(verifyDomainContract, verifyDomain)
  bindPromoter(checkDomainContract, checkDomain)
  bindPromoter(deleteDomainContract, deleteDomain)
  bindPromoter(getLookContract, getLook)
  bindPromoter(putLookContract, putLook)
  bindPromoter(previewLookContract, previewLook)
  bindPromoter(getDomainSettingsContract, getDomainSettings)
  bindPromoter(putDomainSettingsContract, putDomainSettings)
  bindUpload(uploadBrandPictureContract, uploadBrandPicture)
}
