const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Formats a number of bytes, for example '1.5 GB'. Each unit is 1024 times the previous one. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[step]}`
}
