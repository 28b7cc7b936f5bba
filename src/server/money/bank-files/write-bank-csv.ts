import { endToEndId } from '#model/money/bank-files.ts'
import { formatCsv, escapeFormulas } from '#model/platform/csv.ts'
import { decimalAmount, remittanceText, type TransferList } from './transfers.ts'

const HEAD = [
  'Reference',
  'Promoter',
  'Account holder',
  'IBAN or account number',
  'Routing number',
  'BIC',
  'Amount',
  'Currency',
  'Remittance text',
]

/** Formats transfers as CSV, for banks that don't accept ISO 20022 and for people who check a file. */
export const writeBankCsv = (list: TransferList): string =>
  formatCsv([
    HEAD,
    ...list.transfers.map((transfer) => {
      const { settlement, promoterName, creditor } = transfer
      return [
        ...[
          endToEndId(settlement),
          promoterName,
          creditor.holder,
          creditor.number,
          creditor.routingNumber,
          creditor.bic,
        ].map(escapeFormulas),
        decimalAmount(settlement.amountCents, list.currency),
        list.currency,
        escapeFormulas(remittanceText(list, transfer)),
      ]
    }),
  ])
