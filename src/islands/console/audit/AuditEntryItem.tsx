import type { AuditEntry } from '#contracts/console/audit.ts'
import { formatDateTime } from '#ui/format/format-dates.ts'
import { Button } from '#ui/Button.tsx'
import { auditDifferences, formatAction, formatActor } from './format-audit-entry.ts'

interface Props {
  entry: AuditEntry
  /** Filters the log by the changed object. Undefined for logs without filters. */
  onSubject?: (subjectId: string) => void
}

export function AuditEntryItem({ entry, onSubject }: Props) {
  const { id, at, actor, action, subject, subjectId } = entry
  return (
    <li className="audit-entry" aria-labelledby={`entry-${id}`}>
      <div className="audit-head">
        <h2 id={`entry-${id}`}>
          {formatAction(action)}
          {subject && (
            <>
              : <span dir="auto">{subject}</span>
            </>
          )}
        </h2>
        <p className="secondary-text">
          {formatActor(actor)}, <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
      </div>
      <Differences entry={entry} />
      {onSubject && (
        <Button
          variant="link"
          aria-label={`History of ${subject || formatAction(action)}`}
          onClick={() => onSubject(subjectId)}
        >
          History{' '}
        </Button>
      )}
    </li>
  )
}

/** Values before and after the change. A created or deleted object has only one of them. */
function Differences({ entry }: { entry: AuditEntry }) {
  const { before, after } = entry
  if (before && after)
    return (
      <table className="audit-table" aria-labelledby={`entry-${entry.id}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {auditDifferences(entry).map((row) => (
            <tr key={row.field}>
              <th scope="row">{row.field}</th>
              <td dir="auto">{row.before}</td>
              <td dir="auto">{row.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  return (
    <dl className="team-facts">
      {auditDifferences(entry).map((row) => (
        <div key={row.field}>
          <dt>{row.field}</dt>
          <dd dir="auto">{before ? row.before : row.after}</dd>
        </div>
      ))}
    </dl>
  )
}
