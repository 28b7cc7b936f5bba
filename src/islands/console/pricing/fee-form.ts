import * as z from 'zod/mini'
import { feeLevel, feeTerms, type FeeLevel, type FeeTerms } from '#contracts/console/pricing/fees.ts'
import { typedForm } from '#islands/platform/typed-form.ts'

/** Fees with the version that a change is based on: 0 while the level has no fees of its own. */
export type VersionedFees = FeeLevel & { version: number }

export const withVersion = (level: FeeLevel): VersionedFees => ({
  ...level,
  version: level.own?.version ?? 0,
})

/** Schema of `current` in an edit conflict. */
export const versionedFees = z.pipe(feeLevel, z.transform(withVersion))

/** Empty fields are zero. Percentages are sent as typed, since a percent sign determines their meaning. */
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
