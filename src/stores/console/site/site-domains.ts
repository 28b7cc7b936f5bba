import { atom, type WritableAtom } from 'nanostores'
import type * as z from 'zod/mini'
import { call } from '#browser/platform/api.ts'
import {
  checkDomain as checkContract,
  createDomain as createContract,
  deleteDomain as deleteContract,
  listDomains,
  putDomainSettings,
  verifyDomain as verifyContract,
  type Domain,
  type domainCheck,
} from '#contracts/console/domains.ts'
import type { Result } from '#model/platform/result.ts'
import { forPromoter } from '#stores/console/own-promoters.ts'
import { withReason } from '#stores/console/error-message.ts'
import { createResource, takeData } from '#stores/platform/resource.ts'

export type DomainCheck = z.infer<typeof domainCheck>

const domains = createResource(async () =>
  takeData(await call(listDomains, {}, forPromoter()), (told) => told.domains),
)
export const { $store: $domains, load: loadDomains } = domains
export const $checks: WritableAtom<Readonly<Record<string, DomainCheck>>> = atom({})

export const addDomain = async (domain: string) =>
  adopt(await call(createContract, { body: { domain } }, forPromoter()))

export const verifyDomain = async (id: string) =>
  adopt(await call(verifyContract, { params: { id } }, forPromoter()))

export const makeCanonical = async (id: string) =>
  adopt(await call(putDomainSettings, { params: { id }, body: { isCanonical: true } }, forPromoter()))

/** An already deleted domain counts as success. */
export async function deleteDomain(id: string) {
  const answer = await call(deleteContract, { params: { id } }, forPromoter())
  if (answer.success || answer.error.code === 'NOT_FOUND') await loadDomains()
  return withReason(answer)
}

export async function checkDomain(id: string): Promise<Result<DomainCheck>> {
  const answer = await call(checkContract, { params: { id } }, forPromoter())
  if (answer.success) $checks.set({ ...$checks.get(), [id]: answer.data })
  return withReason(answer)
}

/** Shows the changed domain at once and reloads all, because a change can affect the others. */
async function adopt<Data extends { domain: Domain }>(answer: Result<Data>): Promise<Result<Data>> {
  if (!answer.success) return withReason(answer)
  const { domain } = answer.data
  // An earlier check is outdated.
  const { [domain.id]: _, ...checks } = $checks.get()
  $checks.set(checks)
  const { data = [] } = $domains.get()
  const others = data.filter((each) => each.id !== domain.id)
  domains.adopt(
    others.length < data.length
      ? data.map((each) => (each.id === domain.id ? domain : each))
      : [...data, domain],
  )
  await loadDomains()
  return answer
}
