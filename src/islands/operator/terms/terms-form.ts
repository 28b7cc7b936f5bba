import * as z from 'zod/mini'
import { platformTerms, type PlatformTermsView } from '#contracts/console/pricing/terms.ts'
import { typedForm } from '#islands/platform/typed-form.ts'

/** Initial values for a currency without terms. */
export const NO_TERMS: PlatformTermsView = {
  ticketBaseFee: 0,
  ticketPercentageFee: '0%',
  ticketMinimum: 0,
  orderProcessingFee: 0,
  orderPercentageFee: '0%',
  processingFeePaidBy: 'platform',
  taxesRemittedBy: 'promoter',
}

type TermsFields = PlatformTermsView & { effectiveFrom?: string | undefined }

const wire = z.extend(platformTerms, { effectiveFrom: z.optional(z.string()) })

/**
 * Schema of the form. Empty amounts mean zero. The entered time is in the browser's time zone; without one, the terms apply immediately.
 */
export const termsFormSchema = (currency: string) =>
  typedForm(({ text, amount, optional }): TermsFields => {
    const money = (name: string): number => optional(name, () => amount(name, currency)) ?? 0
    const from = text('effectiveFrom')
    return {
      ticketBaseFee: money('ticketBaseFee'),
      ticketPercentageFee: text('ticketPercentageFee') || 0,
      ticketMinimum: money('ticketMinimum'),
      orderProcessingFee: money('orderProcessingFee'),
      orderPercentageFee: text('orderPercentageFee') || 0,
      processingFeePaidBy: text('processingFeePaidBy') === 'promoter' ? 'promoter' : 'platform',
      taxesRemittedBy: text('taxesRemittedBy') === 'platform' ? 'platform' : 'promoter',
      ...(from && { effectiveFrom: new Date(from).toISOString() }),
    }
  }, wire)
