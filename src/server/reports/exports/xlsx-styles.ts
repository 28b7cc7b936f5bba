import { minorDigits } from '#model/platform/money.ts'

export interface XlsxStyles {
  bold: number
  date: number
  money: (currency: string) => number
  /** Returns the XML. Call it after all cells were written. */
  write: () => string
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const BOLD = 1
const DATE = 2
const FIRST_MONEY = 3
/** Lower ids are Excel's built-in formats. */
const FIRST_FORMAT = 164

export function createXlsxStyles(): XlsxStyles {
  const currencies: string[] = []
  return {
    bold: BOLD,
    date: DATE,
    money: (currency) => {
      if (!currencies.includes(currency)) currencies.push(currency)
      return FIRST_MONEY + currencies.indexOf(currency)
    },
    write: () => stylesXml(['yyyy\\-mm\\-dd\\ hh:mm', ...currencies.map(moneyFormat)]),
  }
}

/** Returns the Excel number format for `1,234.50 EUR`. Needs no escaping, because currency codes are three capital letters. */
const moneyFormat = (currency: string): string => {
  const digits = minorDigits(currency)
  return `#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}\\ &quot;${currency}&quot;`
}

function stylesXml(formats: readonly string[]): string {
  const each = (write: (format: string, index: number) => string): string => formats.map(write).join('')
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}">` +
    `<numFmts count="${formats.length}">${each((code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${code}"/>`)}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${formats.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
    each(
      (_, index) =>
        `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    ) +
    '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}
