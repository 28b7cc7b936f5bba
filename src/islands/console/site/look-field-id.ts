/** Element id of a field of the look: complaints link to it. */
export const lookFieldId = (field: string): string => `look-${field}`
