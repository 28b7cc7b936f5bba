/** Element id of a field of the branding, to which error messages link. */
export const brandingFieldId = (field: string): string => `look-${field}`
