import type { ApiDocument } from '#contracts/console/developers/api-document.ts'

/** Builds the document on first use, to save memory. */
export function createApiDocumentLoader(): () => Promise<ApiDocument> {
  let made: Promise<ApiDocument> | undefined
  return () => (made ??= make())
}

async function make(): Promise<ApiDocument> {
  const [{ toApiDocument }, { listContractNames }, { listContracts }] = await Promise.all([
    import('./api-document.ts'),
    import('./contract-names.ts'),
    import('./list-contracts.ts'),
  ])
  return toApiDocument(listContracts(), await listContractNames())
}
