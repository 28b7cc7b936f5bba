const SETTINGS = ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off']

/**
 * Settings for connections whose statements find rows by key. By default, PostgreSQL would re-plan statements with
 * lists on every execution, which takes longer than executing them, because it estimates a plan for one-element lists
 * as cheaper than the generic plan. The generic plan must not use sequential scans: it may be made while a new
 * installation's tables are small, and be used when they are large.
 */
export const FORCE_INDEX_PLANS = SETTINGS.map((setting) => `set ${setting}`).join('; ')

/** The settings of `KEEP_KEYED_PLANS` until the end of the transaction. */
export const FORCE_INDEX_PLANS_LOCALLY = SETTINGS.map((setting) => `set local ${setting}`).join('; ')
