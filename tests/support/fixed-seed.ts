import fc from 'fast-check'

/** Fixed seed, so that CI is deterministic. `npm run soak` uses random ones. */
fc.configureGlobal({ seed: 20_261_121 })
