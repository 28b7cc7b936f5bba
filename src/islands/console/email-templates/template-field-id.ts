export const templateFieldId = (field: string): string => `letter-${field}`
