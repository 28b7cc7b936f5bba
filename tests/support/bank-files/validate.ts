import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

const SCHEMA = join(import.meta.dirname, 'credit-transfer.xsd')

/** Errors of a pain.001 document by its schema; empty when it is valid. */
export async function painErrors(xml: string, schemaFile = SCHEMA): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'file.xml', contents: xml }],
    schema: [readFileSync(schemaFile, 'utf8')],
  })
  return errors.map(({ message }) => message)
}
