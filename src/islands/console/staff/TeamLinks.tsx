import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { showToast } from '#browser/platform/toast-event.ts'
import { createPromoterLink, type ConsoleLink } from '#contracts/console/staff/links.ts'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { linkTargetLabel } from '#islands/portal/links/link-messages.ts'
import { formatAmount } from '#ui/format/format-numbers.ts'
import {
  omitEmptyFields,
  LinkCodeField,
  LinkNameField,
  optionalCode,
} from '#islands/portal/links/LinkFields.tsx'
import { useStore } from '#islands/platform/use-store.ts'
import { LOADING } from '#stores/platform/resource.ts'
import { EMPTY_LIST } from '#stores/platform/paged-list.ts'
import { addPromoterLink, staffOptions, promoterLinks, members } from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import { FormActions } from '#ui/FormActions.tsx'
import { Select } from '#ui/form/Select.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { FilterSelect } from '#islands/console/filters/FilterSelect.tsx'
import { PagedRows } from '#islands/console/PagedRows.tsx'
import { StaffScreen } from './StaffScreen.tsx'
import { useUrlFilters } from '#islands/console/filters/use-url-filters.ts'

const NAMES = ['memberId'] as const

/** The page `/promoter/staff/links`. */
export function TeamLinks() {
  return (
    <StaffScreen current="Links" waiting="Loading links…">
      {() => <LinkList />}
    </StaffScreen>
  )
}

function LinkList() {
  const list = useStore(promoterLinks.$list, EMPTY_LIST)
  const { data: people } = useStore(members.$store, LOADING)
  const [{ memberId }, narrow] = useUrlFilters(NAMES)
  const [isOpen, open] = useState(false)
  const load = (): void => void promoterLinks.load(memberId ? { memberId } : {})
  useEffect(() => void promoterLinks.load(memberId ? { memberId } : {}), [memberId])
  return (
    <section className="section" aria-labelledby="team-links">
      <div className="section-head">
        <h2 id="team-links">Links</h2>
        <Button onClick={() => open(true)}>New link</Button>
      </div>
      <p className="secondary-text">
        Totals since each link was created. Revenue is what you keep after refunds, fees and taxes; members
        see the ticket prices that their commission is computed from.
      </p>
      <div className="filters">
        <FilterSelect
          id="link-member"
          label="Member"
          value={memberId}
          all="Everyone"
          options={[
            ['none', 'Your own (no commission)'],
            ...(people?.members.map(({ accountId, name }): [string, string] => [accountId, name]) ?? []),
          ]}
          onChoose={(chosen) => narrow({ memberId: chosen })}
        />
      </div>
      <PagedRows
        list={list}
        what="Links"
        onRetry={load}
        onMore={() => void promoterLinks.more()}
        empty={
          <p>No links yet. A link counts visits and sales, and determines who earns commission on them.</p>
        }
      >
        {(rows) => <LinkTable rows={rows} />}
      </PagedRows>
      <NewLinkDialog
        isOpen={isOpen}
        onClose={() => open(false)}
        onDone={() => {
          open(false)
          load()
        }}
      />
    </section>
  )
}

function LinkTable({ rows }: { rows: readonly ConsoleLink[] }) {
  return (
    <DataTable
      labelledBy="team-links"
      keyOf={({ id }) => id}
      rows={rows}
      columns={[
        {
          name: 'Link',
          cell: (row) => (
            <>
              {row.name}
              <span className="secondary-text team-address">{linkTargetLabel(row)}</span>
            </>
          ),
        },
        { name: 'Member', cell: ({ memberName }) => memberName ?? 'Your own' },
        { name: 'Clicks', isNumber: true, cell: ({ stats }) => stats.clicks },
        { name: 'Orders', isNumber: true, cell: ({ stats }) => stats.orders },
        {
          name: 'Revenue',
          isNumber: true,
          cell: ({ stats }) => formatAmount(stats.revenue, stats.currency),
        },
        {
          name: 'Earned',
          isNumber: true,
          cell: ({ stats }) => formatAmount(stats.commission, stats.currency),
        },
        {
          name: 'Copy',
          isUnnamed: true,
          cell: ({ shortUrl, name }) => <CopyButton text={shortUrl} what={`the link ${name}`} />,
        },
      ]}
    />
  )
}

const { shape } = createPromoterLink.body
/** Form values. Optional fields may be ''. */
const schema = z.object({
  name: shape.name,
  code: optionalCode,
  eventId: z.string(),
  memberId: z.string(),
})

const sendLink = ({ name, ...rest }: z.infer<typeof schema>) =>
  addPromoterLink({ name, ...omitEmptyFields(rest) })

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

function NewLinkDialog({ isOpen, onClose, onDone }: DialogProps) {
  return (
    <TitledDialog isOpen={isOpen} onClose={onClose} title="New link">
      {isOpen && <NewLink onDone={onDone} />}
    </TitledDialog>
  )
}

function NewLink({ onDone }: { onDone: () => void }) {
  const { data: people } = useStore(members.$store, LOADING)
  const { data: offered } = useStore(staffOptions.$store, LOADING)
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema,
    send: sendLink,
    onDone: ({ link }) => {
      showToast({ type: 'success', title: 'Link created', message: link.shortUrl })
      onDone()
    },
    fieldOf: { LINK_CODE_TAKEN: 'code' },
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <LinkNameField {...field('name')} hint="“Poster at the bar”" />
      <Select {...field('memberId')} label="Member">
        <option value="">Your own</option>
        {people?.members.map(({ accountId, name }) => (
          <option key={accountId} value={accountId}>
            {name}
          </option>
        ))}
      </Select>
      <Select {...field('eventId')} label="Destination">
        <option value="">The whole storefront</option>
        {offered?.events
          .filter(({ isPublic }) => isPublic)
          .map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
      </Select>
      <LinkCodeField {...field('code')} />
      <FormActions isBusy={isBusy} label="Create link" busyLabel="Creating…" />
    </form>
  )
}
