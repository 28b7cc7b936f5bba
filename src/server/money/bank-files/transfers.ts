import { endToEndId } from '#model/money/bank-files.ts'
import type { BankScheme } from '#model/money/bank-accounts.ts'
import { minorDigits, toMajor } from '#model/platform/money.ts'

export interface BankParty {
  holder: string
  scheme: BankScheme
  number: string
  routingNumber: string
  bic: string
}

export interface Transfer {
  settlement: { id: string; number: number; amountCents: number }
  promoterName: string
  creditor: BankParty
}

export interface TransferList {
  id: string
  currency: string
  createdAt: Date
  /** Name that recipients see on their bank statements. */
  platformName: string
  debtor: BankParty
  transfers: readonly Transfer[]
}

export const decimalAmount = (cents: number, currency: string): string =>
  toMajor(cents, currency).toFixed(minorDigits(currency))

export const sumCents = (transfers: readonly Transfer[]): number =>
  transfers.reduce((sum, { settlement }) => sum + settlement.amountCents, 0)

export const remittanceText = ({ platformName }: TransferList, { settlement }: Transfer): string =>
  `Statement ${endToEndId(settlement)} ${platformName}`
