import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBankText } from '#server/money/bank-files/bank-text.ts'
import type { BankParty, Transfer, TransferList } from '#server/money/bank-files/transfers.ts'
import { writeBankCsv } from '#server/money/bank-files/write-bank-csv.ts'
import { writePainFile } from '#server/money/bank-files/write-pain.ts'
import { IBANS } from '#tests/support/bank-accounts.ts'
import { painErrors } from '#tests/support/bank-files/validate.ts'

const party = (change: Partial<BankParty> = {}): BankParty => ({
  holder: 'Aurora Events GmbH',
  scheme: 'iban',
  number: IBANS.german,
  routingNumber: '',
  bic: '',
  ...change,
})

const transfer = (change: Partial<Transfer> = {}): Transfer => ({
  settlement: { id: '1a2b3c4d-0000-4000-8000-000000000000', number: 12, amountCents: 123_456 },
  promoterName: 'Aurora',
  creditor: party({ number: IBANS.french }),
  ...change,
})

const list = (change: Partial<TransferList> = {}): TransferList => ({
  id: '0b9f6f2e-3c4d-4e5f-8a6b-7c8d9e0f1a2b',
  currency: 'EUR',
  createdAt: new Date('2026-11-24T16:00:00Z'),
  platformName: 'Foyer',
  debtor: party({ holder: 'Foyer Platform SE', bic: 'COBADEFFXXX' }),
  transfers: [transfer()],
  ...change,
})

describe('a pain.001 file', () => {
  test('of euros is a SEPA credit transfer', async () => {
    const xml = writePainFile(list())
    expect(await painErrors(xml)).toEqual([])
    expect(xml).toContain('<Cd>SEPA</Cd>')
    expect(xml).toContain('<ChrgBr>SLEV</ChrgBr>')
    expect(xml).toContain('<EndToEndId>12-1A2B3C4D</EndToEndId>')
    expect(xml).toContain('<InstdAmt Ccy="EUR">1234.56</InstdAmt>')
    expect(xml).toContain('<Dt>2026-11-24</Dt>')
    expect(xml).toContain('<Ustrd>Statement 12-1A2B3C4D Foyer</Ustrd>')
  })

  test.each([
    [
      'US dollars to a routing number',
      { currency: 'USD' },
      { scheme: 'us', number: '123456789', routingNumber: '021000021' },
    ],
    ['pounds', { currency: 'GBP' }, { number: IBANS.british, bic: 'NWBKGB2L' }],
    ['yen, which have no decimals', { currency: 'JPY' }, {}],
    ['dinars, which have three', { currency: 'TND' }, {}],
    ['a debtor without a BIC', { debtor: party() }, {}],
  ] as const)('of %s is valid', async (_, change, creditor) => {
    const transfers = [transfer({ creditor: party(creditor) })]
    expect(await painErrors(writePainFile(list({ ...change, transfers })))).toEqual([])
  })

  test('has one block with the count and sum of its transfers', async () => {
    const transfers = [1, 2, 3].map((number) =>
      transfer({
        settlement: { id: `${number}a2b3c4d-0000-4000-8000-000000000000`, number, amountCents: number * 10 },
      }),
    )
    const xml = writePainFile(list({ transfers }))
    expect(await painErrors(xml)).toEqual([])
    expect(xml.match(/<PmtInf>/g)).toHaveLength(1)
    expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(3)
    expect(xml.match(/<NbOfTxs>3<\/NbOfTxs>/g)).toHaveLength(2)
    expect(xml.match(/<CtrlSum>0.60<\/CtrlSum>/g)).toHaveLength(2)
  })

  test('writes hostile names in the characters of banks, and stays valid', async () => {
    const holder = '</Nm><Amt>1</Amt> & Łódź “Åse” Москва 東京 \u0000\u202E'
    const xml = writePainFile(list({ transfers: [transfer({ creditor: party({ holder }) })] }))
    expect(await painErrors(xml)).toEqual([])
    expect(xml.match(/<Amt>/g)).toHaveLength(1)
    expect(xml).toContain('Nm Amt 1 /Amt and Lodz Ase Moskva')
  })

  test('is valid for every name', async () => {
    const names = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), { numRuns: 60, seed: 7 })
    const transfers = names.map((holder) => transfer({ creditor: party({ holder }) }))
    expect(await painErrors(writePainFile(list({ transfers, platformName: names.join('') })))).toEqual([])
  })

  test('with a mistake is refused by the schema', async () => {
    const xml = writePainFile(list())
    const broken = [
      xml.replace('1234.56', '-1.00'),
      xml.replace('<PmtMtd>TRF</PmtMtd>', ''),
      xml.replace(IBANS.french, 'F1'),
      xml.replace('Aurora Events GmbH', 'Aurora © GmbH'),
    ]
    for (const each of broken) expect(await painErrors(each)).not.toEqual([])
  })
})

describe('text for banks', () => {
  test.each([
    ['Müller & Søn', 'Muller and Son'],
    ['//a//b//', 'a/b'],
    ['  a   b  ', 'a b'],
    ['Ελλάδα', 'Ellada'],
    ['a_b', 'a b'],
    ['', ''],
  ])('%j is written as %j', (given, written) => {
    expect(toBankText(given, 70)).toBe(written)
  })

  test('is never longer than allowed, and ends without a space or slash', () => {
    const texts = fc.sample(fc.tuple(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 40 })), {
      numRuns: 500,
      seed: 7,
    })
    for (const [text, length] of texts) {
      const written = toBankText(text, length)
      expect(written.length).toBeLessThanOrEqual(length)
      expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
      expect(written).not.toMatch(/[ /]$|\/\/|^[ /]/)
    }
  })
})

test('a CSV file escapes formulas and has the exact amounts', () => {
  const csv = writeBankCsv(
    list({ transfers: [transfer({ promoterName: '=1+1', creditor: party({ holder: '@SUM(A1)' }) })] }),
  )
  const [, row = ''] = csv.split('\r\n')
  expect(row).toBe(`12-1A2B3C4D,'=1+1,'@SUM(A1),${IBANS.german},,,1234.56,EUR,Statement 12-1A2B3C4D Foyer`)
})
