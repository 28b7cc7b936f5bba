import * as health from '#contracts/operator/health.ts'
import { getHealth, listDeadMails, replayDeadMails } from '#server/reports/health/get-health.ts'
import type { Bind } from '#server/http/bindings/bindings.ts'

export function bindHealth(bind: Bind): void {
  bind(health.getHealth, getHealth)
  bind(health.listDeadMails, listDeadMails)
  bind(health.replayDeadMails, replayDeadMails)
}
