import type { ApiDocument } from '#contracts/api-document.ts'

/** Makes the document once. What it takes is not in memory before somebody asks. */
export function openApiDocument(): () => Promise<ApiDocument> {
  let made: Promise<ApiDocument> | undefined
  return () => (made ??= make())
}

async function make(): Promise<ApiDocument> {
  const [{ toApiDocument }, { readContractSources }, { listContracts }] = await Promise.all([
    import('./api-document.ts'),
    import('./contract-sources.ts'),
    import('./list-contracts.ts'),
  ])
  return toApiDocument(listContracts(), await readContractSources())
}
