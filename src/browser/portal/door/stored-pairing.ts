import { openDB, type DBSchema } from 'idb'
import type { PairedDevice } from '#contracts/portal/door-pairing.ts'

/** Pairing of this browser as a device without an account. */
export interface StoredPairing extends PairedDevice {
  token: string
}

interface PairingSchema extends DBSchema {
  pairing: { key: string; value: StoredPairing }
}

const OWN = 'own'

const openPairings = async () =>
  openDB<PairingSchema>('foyer-door-pairing', 1, {
    upgrade: (db) => {
      db.createObjectStore('pairing')
    },
  })

/** Reads the pairing of this browser. Returns undefined if there is none, or if the browser stores nothing. */
export async function readPairing(): Promise<StoredPairing | undefined> {
  const db = await openPairings().catch(() => undefined)
  return db?.get('pairing', OWN)
}

export async function writePairing(pairing: StoredPairing): Promise<void> {
  const db = await openPairings()
  const trx = db.transaction('pairing', 'readwrite', { durability: 'strict' })
  await Promise.all([trx.store.put(pairing, OWN), trx.done])
}

export const deletePairing = async (): Promise<void> => (await openPairings()).delete('pairing', OWN)
