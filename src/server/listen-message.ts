type ListenError = Error & { code?: string; address?: string; port?: number }

/** True if a server couldn't listen on its address or port. */
export const isListenError = (error: unknown): error is ListenError =>
  error instanceof Error && 'syscall' in error && error.syscall === 'listen'

/** Explains the error, and what the operator can do. */
export const listenMessage = ({ code, address, port, message }: ListenError): string => {
  if (code === 'EADDRINUSE')
    return `Another program already listens on port ${port}. Set PORT, or METRICS_PORT if it is that one, to a free port.`
  if (code === 'EACCES')
    return `Only root may listen on port ${port}. Set PORT, or METRICS_PORT if it is that one, to a port above 1023, and a proxy in front of it.`
  return `Foyer can’t listen on ${address}:${port} (HOST, PORT or METRICS_PORT): ${message}.`
}
