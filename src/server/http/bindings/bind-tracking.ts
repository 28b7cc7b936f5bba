import {
  createTrackingLink as createTrackingLinkContract,
  getTrackingLink as getTrackingLinkContract,
  listTrackingLinks as listTrackingLinksContract,
  putTrackingLink as putTrackingLinkContract,
} from '#contracts/portal/staff.ts'
import {
  logTracking as logTrackingContract,
  trackClick as trackClickContract,
} from '#contracts/shop/tracking.ts'
import { createTrackingLink } from '#server/sales/tracking-links/create-tracking-link.ts'
import { getTrackingLink } from '#server/sales/tracking-links/get-tracking-link.ts'
import { listTrackingLinks } from '#server/sales/tracking-links/list-tracking-links.ts'
import { logTracking } from '#server/sales/attribution/log-tracking.ts'
import { putTrackingLink } from '#server/sales/tracking-links/put-tracking-link.ts'
import { trackClick } from '#server/sales/attribution/track-click.ts'
import type { Bind, BindMember } from './bindings.ts'

export function bindTracking(bind: Bind, bindMember: BindMember): void {
  bind(trackClickContract, trackClick)
  bind(logTrackingContract, logTracking)
  bindMember(listTrackingLinksContract, listTrackingLinks)
  bindMember(getTrackingLinkContract, getTrackingLink)
  bindMember(createTrackingLinkContract, createTrackingLink)
  bindMember(putTrackingLinkContract, putTrackingLink)
}
