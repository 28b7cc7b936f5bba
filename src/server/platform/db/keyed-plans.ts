const SETTINGS = ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off']

/**
 * Settings for connections whose statements find rows by key. PostgreSQL would re-plan statements with lists on every execution, because a plan for a
 * list of one looks cheaper than the one for any list; that takes longer than executing them. A plan that is kept must not read whole
 * tables: those of a new installation are small when it is made, and large before they are first analysed.
 */
export const KEEP_KEYED_PLANS = SETTINGS.map((setting) => `set ${setting}`).join('; ')

/** The same until the end of a transaction. */
export const KEEP_KEYED_PLANS_LOCALLY = SETTINGS.map((setting) => `set local ${setting}`).join('; ')
