import { useState } from 'react'
import type { ConsoleRule, RuleTerms } from '#contracts/console/staff/commission-rules.ts'
import type { TypedForm } from '#islands/platform/typed-form.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { BindField } from './RuleScope.tsx'

interface Props {
  field: BindField
  terms: RuleTerms
  /** Currency of an existing rule, which can't be changed. A new rule has a field for it. */
  currency?: string | null
  asksCurrency?: boolean
}

const KINDS = {
  percentage: 'A percentage of ticket revenue',
  fixed: 'An amount per ticket',
  tiers: 'A percentage that grows with sales',
} as const

/** Fields for a rule's commission. */
export function TermFields({ field, terms, currency, asksCurrency = false }: Props) {
  const [kind, choose] = useState(terms.kind)
  return (
    <>
      <Select
        {...field('terms.kind')}
        label="Commission"
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          choose(value === 'fixed' || value === 'tiers' ? value : 'percentage')
        }
      >
        <option value="percentage">{KINDS.percentage}</option>
        {(asksCurrency || currency) && <option value="fixed">{KINDS.fixed}</option>}
        <option value="tiers">{KINDS.tiers}</option>
      </Select>
      {kind === 'percentage' && <PercentField field={field} terms={terms} />}
      {kind === 'fixed' && (
        <AmountFields field={field} terms={terms} currency={currency ?? null} asksCurrency={asksCurrency} />
      )}
      {kind === 'tiers' && <Steps field={field} steps={terms.kind === 'tiers' ? terms.steps : FIRST_STEPS} />}
    </>
  )
}

function PercentField({ field, terms }: Pick<Props, 'field' | 'terms'>) {
  return (
    <Field
      {...field('terms.percent')}
      label="Percent"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={terms.kind === 'percentage' ? terms.percent : ''}
      required
    />
  )
}

function AmountFields({ field, terms, currency, asksCurrency }: Props) {
  return (
    <div className="field-pair">
      <Field
        {...field('terms.amount')}
        label={currency ? `Amount in ${currency}` : 'Amount'}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={terms.kind === 'fixed' ? terms.amount : ''}
        required
      />
      {asksCurrency && (
        <Field {...field('currency')} label="Currency" defaultValue="EUR" maxLength={3} required />
      )}
    </div>
  )
}

type Steps = Extract<RuleTerms, { kind: 'tiers' }>['steps']

const FIRST_STEPS: Steps = [
  { after: 0, percent: 5 },
  { after: 50, percent: 8 },
]
const MAX_STEPS = 20

function Steps({ field, steps }: { field: BindField; steps: Steps }) {
  const [count, setCount] = useState(steps.length)
  return (
    <fieldset className="team-steps">
      <legend>Steps by the number of tickets a member has sold for an event</legend>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="field-pair">
          <Field
            {...field(`terms.steps.${index}.after`)}
            label={`Step ${index + 1}: from ticket`}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={steps[index] ? steps[index].after + 1 : ''}
            required
          />
          <Field
            {...field(`terms.steps.${index}.percent`)}
            label="Percent"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={steps[index]?.percent ?? ''}
            required
          />
        </div>
      ))}
      <div className="form-actions">
        {count < MAX_STEPS && (
          <Button variant="link" onClick={() => setCount(count + 1)}>
            Add a step
          </Button>
        )}
        {count > 1 && (
          <Button variant="link" onClick={() => setCount(count - 1)}>
            Remove last step
          </Button>
        )}
      </div>
    </fieldset>
  )
}

export const APPROVAL_LABELS: Readonly<Record<ConsoleRule['approval'], string>> = {
  open: 'Earned immediately',
  manual: 'Earned once an owner approves each sale',
  closed: 'Nothing is earned',
}

export function ApprovalField({ field, approval }: { field: BindField; approval: ConsoleRule['approval'] }) {
  return (
    <Select {...field('approval')} label="Approval" defaultValue={approval}>
      {Object.entries(APPROVAL_LABELS).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  )
}

/** Reads the commission from the form's fields. Amounts are in `currency`. */
export function readRuleTerms(form: TypedForm, currency: string): RuleTerms {
  const { values, count, amount, percentage } = form
  const kind = values['terms.kind']
  if (kind === 'fixed') return { kind, amount: amount('terms.amount', currency) }
  if (kind !== 'tiers') return { kind: 'percentage', percent: percentage('terms.percent', 2) }
  const steps: Steps = []
  for (let index = 0; `terms.steps.${index}.after` in values; index += 1) {
    const after = count(`terms.steps.${index}.after`, 1) - 1
    steps.push({ after, percent: percentage(`terms.steps.${index}.percent`, 2) })
  }
  return { kind, steps }
}
