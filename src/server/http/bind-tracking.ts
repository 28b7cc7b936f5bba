import {
  createTrackingLink as createTrackingLinkContract,
  getTrackingLink as getTrackingLinkContract,
  listTrackingLinks as listTrackingLinksContract,
  putTrackingLink as putTrackingLinkContract,
} from '#contracts/staff.ts'
import { logTracking as logTrackingContract, trackClick as trackClickContract } from '#contracts/tracking.ts'
import { createTrackingLink } from '../tracking/create-tracking-link.ts'
import { getTrackingLink } from '../tracking/get-tracking-link.ts'
import { listTrackingLinks } from '../tracking/list-tracking-links.ts'
import { logTracking } from '../tracking/log-tracking.ts'
import { putTrackingLink } from '../tracking/put-tracking-link.ts'
import { trackClick } from '../tracking/track-click.ts'
import type { Bind, BindMember } from './bindings.ts'

export function bindTracking(bind: Bind, bindMember: BindMember): void {
  bind(trackClickContract, trackClick)
  bind(logTrackingContract, logTracking)
  bindMember(listTrackingLinksContract, listTrackingLinks)
  bindMember(getTrackingLinkContract, getTrackingLink)
  bindMember(createTrackingLinkContract, createTrackingLink)
  bindMember(putTrackingLinkContract, putTrackingLink)
}
