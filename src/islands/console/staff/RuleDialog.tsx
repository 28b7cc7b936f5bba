import { useMemo, useState } from 'react'
import { showToast } from '#browser/platform/toast-event.ts'
import { consoleRule, type ConsoleRule } from '#contracts/console/staff/commission-rules.ts'
import { FormActions } from '#ui/FormActions.tsx'
import { FormErrors } from '#islands/platform/FormErrors.tsx'
import { useForm } from '#islands/platform/use-form.ts'
import { typedForm } from '#islands/platform/typed-form.ts'
import { addCommissionRule, changeCommissionRule, removeCommissionRule } from '#stores/console/staff/staff.ts'
import { Button } from '#ui/Button.tsx'
import { TitledDialog } from '#ui/dialog/TitledDialog.tsx'
import type { VersionFields } from '#islands/console/editing/differences.ts'
import { FormConflict } from '#islands/console/editing/FormConflict.tsx'
import { RemoveButton } from '#islands/console/RemoveButton.tsx'
import { RuleScope } from './RuleScope.tsx'
import { ApprovalField, APPROVAL_LABELS, readRuleTerms, TermFields } from './TermFields.tsx'
import { ruleScopeLabel, formatRuleTerms, memberLabel } from './format-rule.ts'
import { useConflict } from '#islands/console/editing/use-conflict.ts'
import { useEditForm } from '#islands/console/editing/use-edit-form.ts'

interface Props {
  /** The rule to edit; undefined to create one. */
  rule?: ConsoleRule
  onClose: () => void
}

export function RuleDialog({ rule, onClose }: Props) {
  const [shown, show] = useState(rule)
  const done = (title: string, saved: ConsoleRule): void => {
    showToast({ type: 'success', title, message: `${memberLabel(saved)}, ${ruleScopeLabel(saved)}` })
    onClose()
  }
  return (
    <TitledDialog
      isOpen
      onClose={onClose}
      title={shown ? `${memberLabel(shown)}, ${ruleScopeLabel(shown)}` : 'Add rule'}
    >
      {shown ? (
        <ChangeRule key={shown.version} rule={shown} onDone={done} onTaken={show} />
      ) : (
        <NewRule onDone={done} />
      )}
    </TitledDialog>
  )
}

type Done = (title: string, rule: ConsoleRule) => void

const approvalOf = (text: string | undefined): ConsoleRule['approval'] =>
  text === 'manual' || text === 'closed' ? text : 'open'

/** Field names are the paths in the request, so that the server's errors are shown at their fields. */
const newRule = typedForm((form) => {
  const currency = form.text('currency').toUpperCase()
  return {
    memberId: form.text('memberId') || null,
    eventId: form.text('eventId') || null,
    ticketTypeId: form.text('ticketTypeId') || null,
    currency: form.text('terms.kind') === 'fixed' ? currency : null,
    approval: approvalOf(form.text('approval')),
    terms: readRuleTerms(form, currency),
  }
})

const ruleChange = (currency: string) =>
  typedForm((form) => ({
    approval: approvalOf(form.text('approval')),
    terms: readRuleTerms(form, currency),
  }))

function NewRule({ onDone }: { onDone: Done }) {
  const { form, field, idOf, formErrors, isBusy } = useForm({
    schema: newRule,
    send: addCommissionRule,
    onDone: ({ rule }) => onDone('Rule added', rule),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <RuleScope field={field} />
      <TermFields field={field} terms={{ kind: 'percentage', percent: 10 }} asksCurrency />
      <ApprovalField field={field} approval="open" />
      <FormActions isBusy={isBusy} label="Add rule" busyLabel="Adding…" />
    </form>
  )
}

function ChangeRule({
  rule,
  onDone,
  onTaken,
}: {
  rule: ConsoleRule
  onDone: Done
  onTaken: (theirs: ConsoleRule) => void
}) {
  const conflict = useConflict(consoleRule, rule)
  const schema = useMemo(() => ruleChange(rule.currency ?? ''), [rule.currency])
  const { form, field, idOf, formErrors, isBusy } = useEditForm(conflict, {
    schema,
    send: (fields, version) => changeCommissionRule(rule.id, { ...fields, version }),
    mineOf: (fields) => ({ ...rule, ...fields }),
    onDone: ({ rule: saved }) => onDone('Rule saved', saved),
  })
  return (
    <form {...form} className="account-form">
      <FormErrors formErrors={formErrors} idOf={idOf} />
      <TermFields field={field} terms={rule.terms} currency={rule.currency} />
      <ApprovalField field={field} approval={rule.approval} />
      <FormConflict conflict={conflict} wordsOf={ruleFields} onTaken={onTaken} />
      <p className="secondary-text">Applies to new sales. Earlier earnings don’t change.</p>
      <div className="form-actions">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
        <RemoveButton
          label="Delete rule"
          remove={() => removeCommissionRule(rule.id)}
          onGone={() => onDone('Rule deleted', rule)}
        />
      </div>
    </form>
  )
}

const ruleFields = (rule: ConsoleRule): VersionFields => [
  ['Commission', formatRuleTerms(rule)],
  ['Approval', APPROVAL_LABELS[rule.approval]],
]
