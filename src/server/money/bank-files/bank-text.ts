import anyAscii from 'any-ascii'

/**
 * Converts text to the characters that all SEPA banks accept (EPC 217-08): Latin letters, digits, space and / - ? : ( ) . ,
 * ' +. Other letters are transliterated. Leading, trailing and repeated slashes are removed, because some banks reject them
 * in references.
 */
export function toBankText(text: string, maxLength: number): string {
  const latin = anyAscii(text.normalize('NFC')).replaceAll('&', ' and ')
  const allowed = latin.replaceAll(/[^\w/\-?:().,'+ ]|_/g, ' ')
  const plain = allowed.replaceAll(/\/+/g, '/').replaceAll(/ +/g, ' ')
  return plain
    .slice(0, maxLength + 2)
    .replace(/^[ /]/, '')
    .replace(/^[ /]/, '')
    .slice(0, maxLength)
    .replace(/[ /]$/, '')
    .replace(/[ /]$/, '')
}
