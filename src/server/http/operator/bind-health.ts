import * as health from '#contracts/operator/health.ts'
import { getHealth, listDeadMails, replayDeadMails } from '#server/reports/health/get-health.ts'
import type { BindOperator } from '#server/http/bindings/bindings.ts'

export function bindHealth(bindOperator: BindOperator): void {
  bindOperator(health.getHealth, getHealth)
  bindOperator(health.listDeadMails, listDeadMails)
  bindOperator(health.replayDeadMails, replayDeadMails)
}
