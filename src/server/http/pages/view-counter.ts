import type { IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { channelOf } from '#model/sales/tracking/visit-channels.ts'
import type { Context } from '#server/context.ts'
import type { PageTarget } from './page-target.ts'

const EVENT_PAGE = /^\/events\/([a-z\d-]+)$/

const REMEMBERED = 5000

/** Counts views of event pages, except those of bots, prefetching browsers and embedded frames. */
export function createViewCounter({
  visits,
}: Pick<Context, 'visits'>): (request: IncomingMessage, target: PageTarget, status: number) => void {
  const robots = new Map<string, boolean>()
  const isRobot = (userAgent: string): boolean => {
    const known = robots.get(userAgent)
    if (known !== undefined) return known
    const judged = userAgent.trim() === '' || isbot(userAgent)
    if (robots.size >= REMEMBERED) robots.clear()
    robots.set(userAgent, judged)
    return judged
  }
  return (request, target, status) => {
    const slug = EVENT_PAGE.exec(target.path)?.[1]
    if (slug === undefined || status !== 200 || !isSeen(request)) return
    const { referer, 'user-agent': userAgent = '' } = request.headers
    if (isRobot(userAgent.slice(0, 300))) return
    visits.view(slug, channelOf(target.query, referer, target.hostHeader.toLowerCase()))
  }
}

const isSeen = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  (headers['sec-purpose'] ?? headers['purpose']) === undefined &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document'
