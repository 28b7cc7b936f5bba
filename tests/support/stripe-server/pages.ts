import type { SandboxEngine } from '#server/money/sandbox-engine/engine.ts'
import { WORKING_TEST_ACCOUNT } from '#server/money/sandbox-engine/payees.ts'
import { readForm, text } from './form.ts'

export type Page = { html: string } | { location: string }

interface Visit {
  method: string
  /** Kind of page: '3ds', 'onboarding', 'express'. */
  kind: string
  id: string
  query: URLSearchParams
  rawBody: string
}

/** Stripe's pages: a bank's challenge, onboarding of a payee, and a payee's dashboard. */
export async function answerPage(
  parts: { engine: SandboxEngine; returnUrls: ReadonlyMap<string, string> },
  visit: Visit,
): Promise<Page | undefined> {
  if (visit.kind === '3ds') return challenge(parts, visit)
  if (visit.kind === 'onboarding') return onboarding(parts.engine, visit)
  return visit.kind === 'express' ? dashboard(parts.engine, visit.id) : undefined
}

async function challenge(
  { engine, returnUrls }: { engine: SandboxEngine; returnUrls: ReadonlyMap<string, string> },
  { method, id, rawBody }: Visit,
): Promise<Page> {
  if (method !== 'POST') {
    return page('Confirm your payment', [
      '<p>The bank asks whether this was you.</p>',
      '<button name="answer" value="approve">Complete authentication</button>',
      '<button name="answer" value="refuse">Fail authentication</button>',
    ])
  }
  const isApproved = text(readForm(rawBody), 'answer') === 'approve'
  const { clientSecret, status } = await engine.answerChallenge(id, isApproved)
  const back = returnUrls.get(id)
  if (!back) return { html: 'Done' }
  const url = new URL(back)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', clientSecret)
  url.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed')
  return { location: url.href }
}

async function onboarding(engine: SandboxEngine, { method, id, query, rawBody }: Visit): Promise<Page> {
  if (method !== 'POST') {
    return page('Tell Stripe who you are', [
      '<label>Name <input name="name" value="Jenny Rosen"></label>',
      '<label>Date of birth <input name="born" type="date" value="1990-01-01"></label>',
      `<label>IBAN <input name="iban" value="${WORKING_TEST_ACCOUNT}"></label>`,
      '<button name="answer" value="submit">Agree and submit</button>',
      '<button name="answer" value="refuse">Be refused</button>',
    ])
  }
  const form = readForm(rawBody)
  const field = (name: string): string => text(form, name) ?? ''
  const told = { name: field('name'), bornOn: field('born'), bankAccount: field('iban') }
  await (field('answer') === 'refuse' ? engine.payees.refuse(id) : engine.payees.submit(id, told))
  return { location: query.get('return') ?? '/' }
}

async function dashboard(engine: SandboxEngine, id: string): Promise<Page> {
  const balances = await engine.payees.balances(id)
  const lines = balances.map(({ currency, amountCents }) => `<p>${currency} ${amountCents}</p>`)
  return page('Express dashboard', lines)
}

const page = (title: string, body: readonly string[]): Page => ({
  html: `<!doctype html><html lang="en"><title>${title}</title><form method="post"><h1>${title}</h1>${body.join('\n')}</form></html>`,
})
