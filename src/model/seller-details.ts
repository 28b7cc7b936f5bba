import * as z from 'zod/mini'

/** What an invoice has to say about its seller. */
export const sellerDetail = z.enum(['legalName', 'legalAddress'])
export type SellerDetail = z.infer<typeof sellerDetail>

/** Invoices are issued once nothing is missing. */
export const missingSellerDetails = (seller: Readonly<Record<SellerDetail, string>>): SellerDetail[] =>
  sellerDetail.options.filter((detail) => seller[detail].trim() === '')

const LABELS: Readonly<Record<SellerDetail, string>> = { legalName: 'legal name', legalAddress: 'address' }

/** 'legal name and address' */
export const formatSellerDetails = (missing: readonly SellerDetail[]): string =>
  missing.map((detail) => LABELS[detail]).join(' and ')
