import type { Context } from '#server/context.ts'
import {
  deleteDevicesWithPushToken,
  finishPush,
  claimDuePushes,
  type DuePush,
} from '#server/sales/wallets/pass-rows.ts'
import type { PushResult } from './apple-pushes.ts'

const BATCH = 200

/** Sends due pushes to devices whose passes have changed. */
export async function sendApplePushes(context: Context, signal?: AbortSignal): Promise<void> {
  if (!context.wallets.apple) return
  while (!signal?.aborted) {
    const now = new Date(context.clock.now())
    const due = await claimDuePushes(context.db, { now, limit: BATCH })
    if (due.length > 0) await sendBatch(context, due)
    if (due.length < BATCH) return
  }
}

async function sendBatch(context: Context, due: readonly DuePush[]): Promise<void> {
  const tokens = [...new Set(due.map(({ pushToken }) => pushToken))]
  const results = await context.wallets.apple?.pushes.send(tokens)
  const byToken = new Map<string, PushResult | undefined>(
    tokens.map((token, index) => [token, results?.[index]]),
  )
  for (const push of due) {
    const result = byToken.get(push.pushToken)
    if (result === 'sent') await finishPush(context.db, push)
    else if (result === 'gone') await deleteDevicesWithPushToken(context.db, push.pushToken)
    else
      context.log.warn({ problem: result?.failed, failures: push.failures }, 'A push to Apple Wallet failed')
  }
}
