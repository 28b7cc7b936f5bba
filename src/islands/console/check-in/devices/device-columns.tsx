import type { DeviceReport, DoorPairing, MemberDevice, PairingCode } from '#contracts/console/door/devices.ts'
import type { TableColumns } from '#ui/DataTable.tsx'
import { PairingActions, MemberDeviceActions } from './DeviceActions.tsx'
import { DeviceState, LastSync } from './DeviceState.tsx'
import { rightsLabel } from './right-labels.ts'

const listOf = (named: readonly { name: string }[]): string => named.map(({ name }) => name).join(', ')

/** Events of a device, and its gate: the one that it is at, or those at which it may scan. */
function Place({ events, gates }: { events: MemberDevice['events']; gates: string }) {
  return (
    <>
      <span dir="auto">{listOf(events)}</span>
      {gates && (
        <span className="secondary-text" dir="auto">
          {gates}
        </span>
      )}
    </>
  )
}

const gateNow = (report: DeviceReport): string => (report?.gate ? `Now at ${report.gate}` : '')

export const pairingColumns = (
  onCode: (pairing: DoorPairing, code: PairingCode) => void,
): TableColumns<DoorPairing> => [
  {
    name: 'Device',
    cell: ({ name, rights, pairedBy }) => (
      <>
        {name}
        {/* The name is in its own element, because text directly in a row's header doesn't wrap. */}
        <span>
          <span className="secondary-text">{rightsLabel(rights)}</span>
          <span className="secondary-text">Paired by {pairedBy ?? 'a deleted account'}</span>
        </span>
      </>
    ),
  },
  {
    name: 'Events',
    cell: ({ events, gates, report }) => (
      <Place events={events} gates={gateNow(report) || (gates.length > 0 ? `Only ${listOf(gates)}` : '')} />
    ),
  },
  {
    name: 'State',
    cell: (pairing) => <DeviceState state={pairing.state} codeExpiresAt={pairing.codeExpiresAt} />,
  },
  { name: 'Last sync', cell: ({ report }) => <LastSync report={report} /> },
  {
    name: 'Actions',
    isUnnamed: true,
    cell: (pairing) => <PairingActions pairing={pairing} onCode={(code) => onCode(pairing, code)} />,
  },
]

export const MEMBER_COLUMNS: TableColumns<MemberDevice> = [
  {
    name: 'Device',
    cell: ({ name, member }) => (
      <>
        {name}
        <span className="secondary-text">{member ?? 'A deleted account'}</span>
      </>
    ),
  },
  { name: 'Events', cell: ({ events, report }) => <Place events={events} gates={gateNow(report)} /> },
  { name: 'State', cell: ({ isRevoked }) => <DeviceState state={isRevoked ? 'revoked' : 'active'} /> },
  { name: 'Last sync', cell: ({ report }) => <LastSync report={report} /> },
  { name: 'Actions', isUnnamed: true, cell: (device) => <MemberDeviceActions device={device} /> },
]
