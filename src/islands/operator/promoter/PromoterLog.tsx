import { useEffect } from 'react'
import { AuditEntryItem } from '#islands/console/audit/AuditEntryItem.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { promoterLog } from '#stores/operator/managed-promoter.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'

/** The audit log of a promoter, as its owners see it. */
export function PromoterLog({ promoterId }: { promoterId: string }) {
  const list = useStore(promoterLog.$list, EMPTY_LIST)
  useEffect(() => void promoterLog.load({ id: promoterId }), [promoterId])
  return (
    <section className="section" aria-labelledby="promoter-log">
      <h2 id="promoter-log">Audit log</h2>
      <PagedRows
        list={list}
        what="The audit log"
        onRetry={() => void promoterLog.reload()}
        onMore={() => void promoterLog.more()}
        empty={<p>No changes yet.</p>}
      >
        {(rows) => (
          <ol className="audit-entries">
            {rows.map((entry) => (
              <AuditEntryItem key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedRows>
    </section>
  )
}
