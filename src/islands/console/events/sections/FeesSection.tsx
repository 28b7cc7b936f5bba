import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { EventFields } from '#model/catalog/event-drafts.ts'
import type { FeesPaidBy } from '#model/pricing/fee-payers.ts'
import { editEventFields } from '#stores/console/events/event.ts'
import { FormSection } from './FormSection.tsx'
import { eventFieldId } from '#islands/console/events/use-event-field.ts'

const CHOICES: readonly (readonly [FeesPaidBy, string, string])[] = [
  ['buyer', 'The buyer', 'Fees are added to your ticket price.'],
  ['promoter', 'You', 'Fees come out of your ticket price. Buyers pay no fees.'],
  ['split', 'Split', 'Half of the fees is added to your ticket price, half comes out of it.'],
]

export function FeesSection({ fields }: { fields: EventFields }) {
  return (
    <FormSection title="Who pays the fees">
      <fieldset className="choice-cards">
        <legend className="visually-hidden">Who pays the fees</legend>
        {CHOICES.map(([paidBy, name, words]) => (
          <label key={paidBy} className="choice-card" htmlFor={eventFieldId(`feesPaidBy.${paidBy}`)}>
            <input
              id={eventFieldId(`feesPaidBy.${paidBy}`)}
              aria-describedby={eventFieldId(`feesPaidBy.${paidBy}.words`)}
              type="radio"
              name="feesPaidBy"
              checked={fields.feesPaidBy === paidBy}
              onChange={() => editEventFields({ feesPaidBy: paidBy })}
            />
            <strong>{name}</strong>
            <span className="secondary-text" id={eventFieldId(`feesPaidBy.${paidBy}.words`)}>
              {words}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="secondary-text">
        Visitors always see the price with everything included.{' '}
        <a href={consoleUrls.fees()}>Fee amounts and an example</a>
      </p>
    </FormSection>
  )
}
