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
import { promoterHeaders } from '#stores/console/own-promoters.ts'
import { withReason } from '#stores/platform/error-message.ts'
import { createResource, mapData } from '#stores/platform/resource.ts'

export type DomainCheck = z.infer<typeof domainCheck>

const domains = createResource(async () =>
  mapData(await call(listDomains, {}, promoterHeaders()), (data) => data.domains),
)
export const { $store: $domains, load: loadDomains } = domains
export const $domainChecks: WritableAtom<Readonly<Record<string, DomainCheck>>> = atom({})

export const addDomain = async (domain: string) =>
  adopt(await call(createContract, { body: { domain } }, promoterHeaders()))

export const verifyDomain = async (id: string) =>
  adopt(await call(verifyContract, { params: { id } }, promoterHeaders()))

/** Makes this the site's main domain. The other domains redirect to it. */
export const makeDomainCanonical = async (id: string) =>
  adopt(await call(putDomainSettings, { params: { id }, body: { isCanonical: true } }, promoterHeaders()))

/** Deletes a domain. NOT_FOUND counts as success, because the domain is already deleted. */
export async function deleteDomain(id: string) {
  const answer = await call(deleteContract, { params: { id } }, promoterHeaders())
  if (answer.success || answer.error.code === 'NOT_FOUND') await loadDomains()
  return withReason(answer)
}

export async function checkDomain(id: string): Promise<Result<DomainCheck>> {
  const answer = await call(checkContract, { params: { id } }, promoterHeaders())
  if (answer.success) $domainChecks.set({ ...$domainChecks.get(), [id]: answer.data })
  return withReason(answer)
}

/** Shows the changed domain immediately and reloads all domains, because a change can affect the others. */
async function adopt<Data extends { domain: Domain }>(answer: Result<Data>): Promise<Result<Data>> {
  if (!answer.success) return withReason(answer)
  const { domain } = answer.data
  // Drops the result of the previous check, which is outdated.
  const { [domain.id]: _, ...checks } = $domainChecks.get()
  $domainChecks.set(checks)
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
