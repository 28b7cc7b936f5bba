import * as mainSite from '#contracts/operator/main-site.ts'
import * as events from '#contracts/operator/main-site-events.ts'
import * as legal from '#contracts/operator/main-site-legal.ts'
import type { Bind, BindUpload } from '#server/http/bindings/bindings.ts'
import { putEventBack, takeEventOff } from '#server/catalog/main-listing/change-main-listing.ts'
import { listFeaturedEvents, putFeaturedEvents } from '#server/catalog/main-listing/edit-featured-events.ts'
import { listMainSiteEvents } from '#server/catalog/main-listing/list-main-site-events.ts'
import { BRAND_IMAGE_UPLOAD_LIMIT } from '#server/sites/branding/upload-brand-image.ts'
import {
  listMainSiteLegalTexts,
  putMainSiteLegalText,
} from '#server/sites/main-site/main-site-legal-texts.ts'
import { getMainSite, putMainSite, uploadMainSitePicture } from '#server/sites/main-site/edit-main-site.ts'

export function bindMainSite(bind: Bind, bindUpload: BindUpload): void {
  bind(mainSite.getMainSite, getMainSite)
  bind(mainSite.putMainSite, putMainSite)
  bind(events.listMainSiteEvents, listMainSiteEvents)
  bind(events.takeEventOff, takeEventOff)
  bind(events.putEventBack, putEventBack)
  bind(events.listFeaturedEvents, listFeaturedEvents)
  bind(events.putFeaturedEvents, putFeaturedEvents)
  bind(legal.listMainSiteLegalTexts, listMainSiteLegalTexts)
  bind(legal.putMainSiteLegalText, putMainSiteLegalText)
  bindUpload(mainSite.uploadMainSitePicture, uploadMainSitePicture, BRAND_IMAGE_UPLOAD_LIMIT)
}
