import type { EmailTemplateKey, TemplateText } from '#model/messages/email-templates.ts'
import type { Db } from '#server/platform/db/query.ts'

export interface Template {
  /** The promoter's custom text; undefined if the default text is used. */
  text: TemplateText | undefined
  /** Version of the text; 0 if it was never edited. */
  version: number
  updatedAt: Date | null
}

export const DEFAULT_TEMPLATE: Template = { text: undefined, version: 0, updatedAt: null }

interface Row {
  subject: string | null
  body: string | null
  version: number
  updated_at: Date
}

const toTemplate = (row: Row | undefined): Template =>
  row
    ? {
        text:
          row.subject === null || row.body === null ? undefined : { subject: row.subject, body: row.body },
        version: row.version,
        updatedAt: row.updated_at,
      }
    : DEFAULT_TEMPLATE

const COLUMNS = ['subject', 'body', 'version', 'updated_at'] as const

export const findTemplate = async (db: Db, promoterId: string, key: string): Promise<Template> =>
  toTemplate(
    await db
      .selectFrom('email_templates')
      .select(COLUMNS)
      .where('promoter_id', '=', promoterId)
      .where('key', '=', key)
      .executeTakeFirst(),
  )

export async function listTemplates(db: Db, promoterId: string): Promise<ReadonlyMap<string, Template>> {
  const rows = await db
    .selectFrom('email_templates')
    .select(['key', ...COLUMNS])
    .where('promoter_id', '=', promoterId)
    .execute()
  return new Map(rows.map((row) => [row.key, toTemplate(row)]))
}

/** Locks the text until the transaction ends, even if it isn't stored yet. */
export async function lockTemplate(trx: Db, promoterId: string, key: EmailTemplateKey): Promise<Template> {
  await trx
    .selectFrom('sites')
    .select('promoter_id')
    .where('promoter_id', '=', promoterId)
    .forNoKeyUpdate()
    .execute()
  return findTemplate(trx, promoterId, key)
}

export async function putTemplate(
  trx: Db,
  at: { promoterId: string; key: EmailTemplateKey; now: Date },
  { text: words, version }: Pick<Template, 'text' | 'version'>,
): Promise<void> {
  const { promoterId: promoter_id, key, now: updated_at } = at
  const written = { subject: words?.subject ?? null, body: words?.body ?? null, version, updated_at }
  await trx
    .insertInto('email_templates')
    .values({ promoter_id, key, ...written })
    .onConflict((conflict) => conflict.columns(['promoter_id', 'key']).doUpdateSet(written))
    .execute()
}
