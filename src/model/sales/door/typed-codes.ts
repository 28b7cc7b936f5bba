const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/

/**
 * Converts a typed code to the stored form, without hyphen. Accepts hyphens, spaces, O for 0, and I and L for 1.
 * Undefined for other text.
 */
export function parseTicketCode(text: string): string | undefined {
  if (text.length > 20) return undefined
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return CODE.test(code) ? code : undefined
}
