import type { Registry } from '@prometheus-io/client'
import { registerCounter, registerGauge } from '#server/platform/metrics/read-metric.ts'
import type { PageCache } from '#server/http/page-cache/page-cache.ts'

export function addPageCacheMetrics(registry: Registry, cache: PageCache): void {
  const { counts } = cache
  registerCounter(
    registry,
    {
      name: 'foyer_page_cache_requests_total',
      help: 'Requests for public pages: fresh or stale from memory, or waited for a rendering',
      labels: ['result'],
    },
    () =>
      (['fresh', 'stale', 'waited'] as const).map((result) => ({
        labels: { result },
        value: counts[result],
      })),
  )
  registerCounter(
    registry,
    { name: 'foyer_page_renderings_total', help: 'Renderings of public pages', labels: ['result'] },
    () => (['rendered', 'failed'] as const).map((result) => ({ labels: { result }, value: counts[result] })),
  )
  registerGauge(registry, { name: 'foyer_page_cache_pages', help: 'Pages in memory' }, () => [
    { value: cache.size().pages },
  ])
  registerGauge(
    registry,
    { name: 'foyer_page_cache_bytes', help: 'Upper bound of the memory that pages use' },
    () => [{ value: cache.size().bytes }],
  )
}
