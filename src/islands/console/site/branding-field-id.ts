/** Element id of a field of the branding; error messages link to it. */
export const brandingFieldId = (field: string): string => `look-${field}`
