import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { createSandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import type { EnginePayee, EngineTransfer } from '#server/money/sandbox-engine/payee-rows.ts'
import type { EnginePayout } from '#server/money/sandbox-engine/payout-rows.ts'
import { SandboxRefusal } from '#server/money/sandbox-engine/refusal.ts'

export async function findSandboxPayee(context: Context, payeeId: string): Promise<EnginePayee | undefined> {
  if (context.payments.name !== 'sandbox') return undefined
  try {
    return await createSandboxEngine(context).payees.find(payeeId)
  } catch (error) {
    if (error instanceof SandboxRefusal) return undefined
    throw error
  }
}

export interface OnboardingForm {
  name: string
  bornOn: string
  bankAccount: string
}

export const INITIAL_ONBOARDING_FORM: OnboardingForm = {
  name: '',
  bornOn: '',
  bankAccount: WORKING_TEST_ACCOUNT,
}

const OLDEST = '1900-01-01'
const ADULT_YEARS = 18

const answers = z.object({
  name: z.string().trim().min(1, 'Enter your full name.').max(100, 'Enter a shorter name.'),
  bornOn: z.iso.date('Enter your date of birth.').refine((day) => day >= OLDEST, 'Enter your date of birth.'),
  bankAccount: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
    .refine(
      (text) => /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text),
      `Enter a bank account like ${WORKING_TEST_ACCOUNT}.`,
    ),
})

export async function submitOnboarding(
  context: Context,
  { payeeId, form }: { payeeId: string; form: OnboardingForm },
): Promise<Partial<OnboardingForm> | undefined> {
  const read = answers.safeParse(form)
  if (!read.success) {
    const { fieldErrors } = z.flattenError(read.error)
    return Object.fromEntries(Object.entries(fieldErrors).map(([field, [first]]) => [field, first]))
  }
  if (read.data.bornOn > comingOfAge(context.clock.now()))
    return { bornOn: 'You must be 18 or older to be paid.' }
  await createSandboxEngine(context).payees.submit(payeeId, read.data)
  return undefined
}

function comingOfAge(now: number): string {
  const day = new Date(now)
  day.setUTCFullYear(day.getUTCFullYear() - ADULT_YEARS)
  return day.toISOString().slice(0, 10)
}

export async function refuseOnboarding(context: Context, payeeId: string): Promise<void> {
  await createSandboxEngine(context).payees.refuse(payeeId)
}

export interface SandboxDashboard {
  balances: readonly { currency: string; amountCents: number }[]
  transfers: readonly EngineTransfer[]
  payouts: readonly EnginePayout[]
}

export async function readSandboxDashboard(context: Context, payeeId: string): Promise<SandboxDashboard> {
  const { payees } = createSandboxEngine(context)
  const [balances, transfers, payouts] = await Promise.all([
    payees.balances(payeeId),
    payees.transfers(payeeId),
    payees.payouts(payeeId),
  ])
  return { balances, transfers, payouts }
}
