type ListenError = Error & { code?: string; address?: string; port?: number }

/** True for the error of a server that couldn't take its address or port. */
export const isListenError = (error: unknown): error is ListenError =>
  error instanceof Error && 'syscall' in error && error.syscall === 'listen'

/** What the operator can do about it. */
export const listenMessage = ({ code, address, port, message }: ListenError): string => {
  if (code === 'EADDRINUSE')
    return `Another program already listens on port ${port}. Set PORT, or METRICS_PORT if it is that one, to a free port.`
  if (code === 'EACCES')
    return `Only root may listen on port ${port}. Set PORT, or METRICS_PORT if it is that one, to a port above 1023, and a proxy in front of it.`
  return `Foyer can’t listen on ${address}:${port} (HOST, PORT or METRICS_PORT): ${message}.`
}
