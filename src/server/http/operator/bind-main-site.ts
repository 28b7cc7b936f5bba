import * as mainSite from '#contracts/operator/main-site.ts'
import * as events from '#contracts/operator/main-site-events.ts'
import * as legal from '#contracts/operator/main-site-legal.ts'
import type { BindOperator, BindOperatorUpload } from '#server/http/bindings/bindings.ts'
import { putEventBack, takeEventOff } from '#server/catalog/main-listing/change-main-listing.ts'
import { listFeaturedEvents, putFeaturedEvents } from '#server/catalog/main-listing/edit-featured-events.ts'
import { listMainSiteEvents } from '#server/catalog/main-listing/list-main-site-events.ts'
import { BRAND_IMAGE_UPLOAD_LIMIT } from '#server/sites/branding/upload-brand-image.ts'
import {
  listMainSiteLegalTexts,
  putMainSiteLegalText,
} from '#server/sites/main-site/main-site-legal-texts.ts'
import { getMainSite, putMainSite, uploadMainSitePicture } from '#server/sites/main-site/edit-main-site.ts'

export function bindMainSite(bindOperator: BindOperator, bindUpload: BindOperatorUpload): void {
  bindOperator(mainSite.getMainSite, getMainSite)
  bindOperator(mainSite.putMainSite, putMainSite)
  bindOperator(events.listMainSiteEvents, listMainSiteEvents)
  bindOperator(events.takeEventOff, takeEventOff)
  bindOperator(events.putEventBack, putEventBack)
  bindOperator(events.listFeaturedEvents, listFeaturedEvents)
  bindOperator(events.putFeaturedEvents, putFeaturedEvents)
  bindOperator(legal.listMainSiteLegalTexts, listMainSiteLegalTexts)
  bindOperator(legal.putMainSiteLegalText, putMainSiteLegalText)
  bindUpload(mainSite.uploadMainSitePicture, uploadMainSitePicture, BRAND_IMAGE_UPLOAD_LIMIT)
}
