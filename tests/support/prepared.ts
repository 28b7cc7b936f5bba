import { sql } from 'kysely'

/**
 * A true condition with a parameter. Statements with parameters are prepared (`FoyerClient`), so that a session plans them once: long ones
 * take much longer to plan than to execute on a test's rows.
 */
export const PREPARED = sql<boolean>`${true}::boolean`
