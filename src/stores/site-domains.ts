import { atom, onMount, type WritableAtom } from 'nanostores'
import type * as z from 'zod/mini'
import { call } from '#browser/api.ts'
import {
  checkDomain as checkContract,
  createDomain as createContract,
  deleteDomain as deleteContract,
  listDomains,
  putDomainSettings,
  verifyDomain as verifyContract,
  type Domain,
  type domainCheck,
} from '#contracts/domains.ts'
import type { Result } from '#model/result.ts'
import { LOADING, type Loaded } from './loaded.ts'
import { forPromoter } from './own-promoters.ts'
import { withReason } from './refusal-words.ts'

export type DomainCheck = z.infer<typeof domainCheck>

export const $domains: WritableAtom<Loaded<Domain[]>> = atom(LOADING)
/** What the DNS said last, by the domain's id. */
export const $checks: WritableAtom<Readonly<Record<string, DomainCheck>>> = atom({})

onMount($domains, () => void loadDomains())

/** What is shown stays, when it can't be loaded anew. */
export async function loadDomains(): Promise<void> {
  const answer = await call(listDomains, {}, forPromoter())
  if (answer.success) $domains.set({ data: answer.data.domains })
  else if (!$domains.get().data) $domains.set({ failure: answer.error.message })
}

export const addDomain = async (domain: string) =>
  adopt(await call(createContract, { body: { domain } }, forPromoter()))

/** Puts the name to use when its proof is there. */
export const verifyDomain = async (id: string) =>
  adopt(await call(verifyContract, { params: { id } }, forPromoter()))

/** The others lead to it from then on. */
export const makeCanonical = async (id: string) =>
  adopt(await call(putDomainSettings, { params: { id }, body: { isCanonical: true } }, forPromoter()))

/** One that has gone already is as good as deleted. */
export async function deleteDomain(id: string) {
  const answer = await call(deleteContract, { params: { id } }, forPromoter())
  if (answer.success || answer.error.code === 'NOT_FOUND') await loadDomains()
  return withReason(answer)
}

/** Asks the DNS what is there, and changes nothing. */
export async function checkDomain(id: string): Promise<Result<DomainCheck>> {
  const answer = await call(checkContract, { params: { id } }, forPromoter())
  if (answer.success) $checks.set({ ...$checks.get(), [id]: answer.data })
  return withReason(answer)
}

/** A change to one name may change what is said of the others, so all are read anew; until then this one shows it. */
async function adopt<Data extends { domain: Domain }>(answer: Result<Data>): Promise<Result<Data>> {
  if (!answer.success) return withReason(answer)
  const { domain } = answer.data
  // What was found before says nothing about it now.
  const { [domain.id]: _, ...checks } = $checks.get()
  $checks.set(checks)
  const { data = [] } = $domains.get()
  const others = data.filter((each) => each.id !== domain.id)
  $domains.set({
    data:
      others.length < data.length
        ? data.map((each) => (each.id === domain.id ? domain : each))
        : [...data, domain],
  })
  await loadDomains()
  return answer
}
