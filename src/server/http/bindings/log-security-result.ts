import type { Endpoint } from '#contracts/platform/endpoint.ts'
import type { ErrorCode } from '#contracts/platform/errors.ts'
import type { Result } from '#model/platform/result.ts'
import type { Context } from '#server/context.ts'
import { logSecurityEvent } from '#server/platform/security/security-events.ts'
import type { VisitorCall } from '#server/use-case.ts'
import { securityEventOf } from './security-event-of.ts'

/** Logs a call's result if it is a security event, and returns the result. */
export function logSecurityResult<R extends Result<unknown, ErrorCode>>(
  context: Context,
  contract: Endpoint,
  handled: { call: VisitorCall; result: R },
): R {
  const event = securityEventOf(contract, handled)
  if (event) logSecurityEvent(context.log, event)
  return handled.result
}
