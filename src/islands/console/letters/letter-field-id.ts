export const letterFieldId = (field: string): string => `letter-${field}`
