import { isSEPACountry, validateBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import { fail, type FieldError } from '#contracts/platform/errors.ts'
import {
  isRoutingNumber,
  isUsAccountNumber,
  normalizeAccountNumber,
  type BankAccountFields,
  type BankScheme,
} from '#model/money/bank-accounts.ts'
import { succeed, type Result } from '#model/platform/result.ts'

export interface CheckedBankAccount {
  scheme: BankScheme
  /** ISO 3166-1 code of the bank's country. */
  country: string
  number: string
  routingNumber: string
  bic: string
}

/** Checks the format of the account and routing numbers: length by country, and check digits. */
export function checkBankAccount(fields: BankAccountFields): Result<CheckedBankAccount, 'VALIDATION_ERROR'> {
  const { currency, iban: typedIban, accountNumber, routingNumber, bic: typedBic } = fields
  const iban = normalizeAccountNumber(typedIban ?? '')
  const bic = normalizeAccountNumber(typedBic ?? '')
  const account: CheckedBankAccount =
    iban === '' && (accountNumber ?? '') !== ''
      ? {
          scheme: 'us',
          country: 'US',
          number: normalizeAccountNumber(accountNumber ?? ''),
          routingNumber: normalizeAccountNumber(routingNumber ?? ''),
          bic,
        }
      : { scheme: 'iban', country: iban.slice(0, 2), number: iban, routingNumber: '', bic }
  const errors = [
    ...(account.scheme === 'us' ? usErrors(account, currency) : findIbanErrors(iban, currency)),
    ...findBicErrors(bic, account.country),
  ]
  return errors.length > 0 ? fail('VALIDATION_ERROR', errors) : succeed(account)
}

export function findIbanErrors(iban: string, currency: string): FieldError[] {
  const path = 'iban'
  if (iban === '')
    return [{ path, message: currency === 'USD' ? 'Enter an IBAN or an account number.' : 'Enter the IBAN.' }]
  const { valid, errorCodes } = validateIBAN(iban)
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry))
    return [{ path, message: 'The first two letters aren’t a country that uses IBANs.' }]
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return [{ path, message: 'This IBAN has too few or too many characters for its country.' }]
  if (!valid) return [{ path, message: 'This IBAN has a typing error. Check each digit.' }]
  if (currency === 'EUR' && !isSEPACountry(iban.slice(0, 2)))
    return [{ path, message: 'For euros, enter the IBAN of a bank in the SEPA area.' }]
  return []
}

function usErrors({ number, routingNumber }: CheckedBankAccount, currency: string): FieldError[] {
  if (currency !== 'USD')
    return [{ path: 'accountNumber', message: 'Account numbers are for US dollars only. Enter an IBAN.' }]
  return [
    ...(isUsAccountNumber(number)
      ? []
      : [{ path: 'accountNumber', message: 'An account number has 4 to 17 digits.' }]),
    ...(isRoutingNumber(routingNumber)
      ? []
      : [{ path: 'routingNumber', message: 'Enter the 9 digits of the bank’s routing number.' }]),
  ]
}

export function findBicErrors(bic: string, country: string): FieldError[] {
  if (bic === '') return []
  const path = 'bic'
  if (!validateBIC(bic).valid) return [{ path, message: 'A BIC has 8 or 11 characters, such as DEUTDEFF.' }]
  if (bic.slice(4, 6) !== country)
    return [{ path, message: 'This BIC’s bank is in a different country from the account.' }]
  return []
}
