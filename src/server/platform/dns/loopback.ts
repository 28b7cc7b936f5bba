/** True for names that browsers resolve to their own machine: localhost, names below it, and loopback addresses. */
export const isLocalHost = (host: string): boolean =>
  /^(?:127\.[\d.]+|\[::1\]|(?:.+\.)?localhost)$/.test(host)

export const isLoopbackAddress = (address: string): boolean =>
  /^(?:::ffff:)?(127(\.\d{1,3}){3}|::1)$/.test(address)
