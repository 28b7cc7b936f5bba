export type StatusPartState = 'working' | 'delayed' | 'paused' | 'down' | 'maintenance'

/** Parts of an installation whose failure visitors notice. */
export const STATUS_PARTS = ['pages', 'sales', 'payments', 'emails'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

export type InstallStatus = Readonly<Record<StatusPart, StatusPartState>>

/** Delays of work that should be done at once, in seconds. */
export interface WorkDelays {
  paymentSeconds: number
  mailSeconds: number
}

/** Parts with longer delays are shown as delayed. The alert rules use the same limits. */
const MAX_PAYMENT_SECONDS = 120
const MAX_MAIL_SECONDS = 900

/**
 * Returns the state of each part. `delays` is undefined while the database doesn't accept writes. Pages still work
 * then, from the cache or from a read-only database.
 */
export function decideInstallStatus(
  delays: WorkDelays | undefined,
  { isMaintenance, isReadOnly }: { isMaintenance: boolean; isReadOnly: boolean },
): InstallStatus {
  if (isMaintenance)
    return { pages: 'maintenance', sales: 'maintenance', payments: 'working', emails: 'working' }
  if (isReadOnly) return { pages: 'working', sales: 'paused', payments: 'paused', emails: 'delayed' }
  if (!delays) return { pages: 'delayed', sales: 'down', payments: 'down', emails: 'delayed' }
  return {
    pages: 'working',
    sales: 'working',
    payments: delays.paymentSeconds > MAX_PAYMENT_SECONDS ? 'delayed' : 'working',
    emails: delays.mailSeconds > MAX_MAIL_SECONDS ? 'delayed' : 'working',
  }
}

export const STATUS_PART_LABELS: Readonly<Record<StatusPart, string>> = {
  pages: 'Event pages',
  sales: 'Ticket sales',
  payments: 'Payments',
  emails: 'Emails with tickets',
}

export const STATUS_PART_STATE_LABELS: Readonly<Record<StatusPartState, string>> = {
  working: 'Working',
  delayed: 'Delayed',
  paused: 'Paused',
  down: 'Not available',
  maintenance: 'Maintenance',
}

/** Heading of the status page, which describes the part in the worst state. */
export function statusHeading(status: InstallStatus): string {
  const states = new Set(Object.values(status))
  if (states.has('maintenance')) return 'We’re updating our system'
  if (states.has('paused')) return 'Ticket sales are paused'
  if (states.has('down')) return 'Tickets can’t be bought right now'
  return states.has('delayed') ? 'Some things take longer than usual' : 'Everything is working'
}
