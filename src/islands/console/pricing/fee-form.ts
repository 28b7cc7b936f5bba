import * as z from 'zod/mini'
import { feeLevel, feeTerms, type FeeLevel, type FeeTerms } from '#contracts/console/pricing/fees.ts'
import { typedForm } from '#islands/platform/typed-form.ts'

/** Fees with the version number on which a change is based; 0 if the level has no fees of its own. */
export type VersionedFees = FeeLevel & { version: number }

export const withVersion = (level: FeeLevel): VersionedFees => ({
  ...level,
  version: level.own?.version ?? 0,
})

/** Schema of `current` in the details of an edit conflict. */
export const versionedFees = z.pipe(feeLevel, z.transform(withVersion))

/** Schema of the form. An empty field means zero. Percentages are sent as entered, because the percent sign matters. */
export const feeFormSchema = (currency: string) =>
  typedForm(({ text, amount, optional }): FeeTerms => {
    const money = (name: string): number => optional(name, () => amount(name, currency)) ?? 0
    return {
      ticketBaseFee: money('ticketBaseFee'),
      ticketPercentageFee: text('ticketPercentageFee') || 0,
      orderProcessingFee: money('orderProcessingFee'),
      orderPercentageFee: text('orderPercentageFee') || 0,
    }
  }, feeTerms)
