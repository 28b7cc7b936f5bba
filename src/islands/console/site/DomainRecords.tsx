import type { Domain } from '#contracts/console/domains.ts'
import type { DomainCheck } from '#stores/console/site/site-domains.ts'
import { CopyButton } from '#islands/console/CopyButton.tsx'

type DnsRecord = Domain['records'][number]

export function DomainRecords({ domain, check }: { domain: Domain; check: DomainCheck | undefined }) {
  const wrong = check?.found.filter((found) => !domain.records.some((wanted) => isSame(found, wanted))) ?? []
  return (
    <>
      {domain.records.length > 0 && (
        <ul className="records" aria-label={`Records for ${domain.displayHost}`}>
          {domain.records.map((record) => (
            <li key={`${record.type} ${record.value}`}>
              <DnsRow record={record} check={check} />
            </li>
          ))}
        </ul>
      )}
      {check && wrong.length > 0 && check.missing.length > 0 && (
        <div className="records-found">
          <p className="field-hint">Records found:</p>
          <ul>
            {wrong.map(({ type, name, value }) => (
              <li key={`${type} ${value}`}>
                <code>
                  {type} {name} {value}
                </code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function DnsRow({ record, check }: { record: DnsRecord; check: DomainCheck | undefined }) {
  const { type, name, value } = record
  const isMissing = check?.missing.some((missing) => isSame(missing, record))
  return (
    <>
      <p className="record-type">
        <strong>{type}</strong>{' '}
        {check && (
          <span className="badge" data-tone={isMissing ? 'warning' : 'success'}>
            {isMissing ? 'Missing' : 'Found'}
          </span>
        )}
      </p>
      <dl>
        <div>
          <dt>Name</dt>
          <dd>
            <code>{name}</code>
            <CopyButton text={name} what={`name of the ${type} record`} />
          </dd>
        </div>
        <div>
          <dt>Value</dt>
          <dd>
            <code>{value}</code>
            <CopyButton text={value} what={`value of the ${type} record`} />
          </dd>
        </div>
      </dl>
    </>
  )
}

const isSame = (one: DnsRecord, other: DnsRecord): boolean =>
  one.type === other.type && one.name === other.name && one.value === other.value
