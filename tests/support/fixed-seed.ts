import fc from 'fast-check'

/** What is made up is the same each time: CI tells of changes, not of luck. `npm run soak` makes up new things. */
fc.configureGlobal({ seed: 20_261_121 })
