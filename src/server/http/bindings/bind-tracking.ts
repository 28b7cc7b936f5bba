import * as staff from '#contracts/portal/staff.ts'
import * as tracking from '#contracts/shop/tracking.ts'
import { createTrackingLink } from '#server/sales/tracking-links/create-tracking-link.ts'
import { getTrackingLink } from '#server/sales/tracking-links/get-tracking-link.ts'
import { listTrackingLinks } from '#server/sales/tracking-links/list-tracking-links.ts'
import { logTracking } from '#server/sales/attribution/log-tracking.ts'
import { putTrackingLink } from '#server/sales/tracking-links/put-tracking-link.ts'
import { trackClick } from '#server/sales/attribution/track-click.ts'
import type { Bind } from './bindings.ts'

export function bindTracking(bind: Bind): void {
  bind(tracking.trackClick, trackClick)
  bind(tracking.logTracking, logTracking)
  bind(staff.listTrackingLinks, listTrackingLinks)
  bind(staff.getTrackingLink, getTrackingLink)
  bind(staff.createTrackingLink, createTrackingLink)
  bind(staff.putTrackingLink, putTrackingLink)
}
