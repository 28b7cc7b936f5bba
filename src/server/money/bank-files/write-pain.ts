import Builder from 'fast-xml-builder'
import { endToEndId } from '#model/money/bank-files.ts'
import { toBankText } from './bank-text.ts'
import {
  decimalAmount,
  remittanceText,
  sumCents,
  type BankParty,
  type Transfer,
  type TransferList,
} from './transfers.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const MAX_NAME_LENGTH = 70
const MAX_REMITTANCE_LENGTH = 140

/**
 * Formats transfers as ISO 20022 pain.001.001.09. One payment block is enough, because all transfers have the same debtor
 * account and date. Transfers in euros follow the rules for SEPA credit transfers. The properties are in the schema's order.
 */
export function writePainFile(list: TransferList): string {
  const { id, currency, createdAt, debtor, transfers } = list
  const messageId = id.replaceAll('-', '')
  const name = toBankText(debtor.holder, MAX_NAME_LENGTH)
  const totals = { NbOfTxs: transfers.length, CtrlSum: decimalAmount(sumCents(transfers), currency) }
  const isSepa = currency === 'EUR'
  const document = {
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    Document: {
      '@_xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: createdAt.toISOString().slice(0, 19),
          ...totals,
          InitgPty: { Nm: name },
        },
        PmtInf: {
          PmtInfId: `${messageId}-1`,
          PmtMtd: 'TRF',
          ...totals,
          ...(isSepa && { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } }),
          ReqdExctnDt: { Dt: createdAt.toISOString().slice(0, 10) },
          Dbtr: { Nm: name },
          DbtrAcct: { ...accountOf(debtor), Ccy: currency },
          DbtrAgt: agentOf(debtor) ?? { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
          ChrgBr: isSepa ? 'SLEV' : 'SHAR',
          CdtTrfTxInf: transfers.map((transfer) => transferOf(list, transfer)),
        },
      },
    },
  }
  const builder = new Builder({ ignoreAttributes: false, format: true, suppressBooleanAttributes: false })
  return builder.build(document)
}

function transferOf(list: TransferList, transfer: Transfer): Readonly<Record<string, unknown>> {
  const { settlement, creditor } = transfer
  const reference = endToEndId(settlement)
  const agent = agentOf(creditor)
  return {
    PmtId: { InstrId: reference, EndToEndId: reference },
    Amt: {
      InstdAmt: { '@_Ccy': list.currency, '#text': decimalAmount(settlement.amountCents, list.currency) },
    },
    ...(agent && { CdtrAgt: agent }),
    Cdtr: { Nm: toBankText(creditor.holder, MAX_NAME_LENGTH) || 'NOTPROVIDED' },
    CdtrAcct: accountOf(creditor),
    RmtInf: { Ustrd: toBankText(remittanceText(list, transfer), MAX_REMITTANCE_LENGTH) },
  }
}

const accountOf = ({ scheme, number }: BankParty): { Id: Readonly<Record<string, unknown>> } => ({
  Id: scheme === 'iban' ? { IBAN: number } : { Othr: { Id: number } },
})

/** Returns the recipient's bank. Undefined if the account number alone identifies the bank. */
function agentOf({
  bic,
  routingNumber,
}: BankParty): { FinInstnId: Readonly<Record<string, unknown>> } | undefined {
  if (bic === '' && routingNumber === '') return undefined
  return {
    FinInstnId: {
      ...(bic !== '' && { BICFI: bic }),
      ...(routingNumber !== '' && { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId: routingNumber } }),
    },
  }
}
