import * as z from 'zod/mini'

export const sellerDetail = z.enum(['legalName', 'legalAddress'])
export type SellerDetail = z.infer<typeof sellerDetail>

export const missingSellerDetails = (seller: Readonly<Record<SellerDetail, string>>): SellerDetail[] =>
  sellerDetail.options.filter((detail) => seller[detail].trim() === '')

const LABELS: Readonly<Record<SellerDetail, string>> = { legalName: 'legal name', legalAddress: 'address' }

export const formatSellerDetails = (missing: readonly SellerDetail[]): string =>
  missing.map((detail) => LABELS[detail]).join(' and ')
