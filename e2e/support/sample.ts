/**
 * `npm run test:full` runs every test on every screen. `npm test` takes a fixed sample of checks that repeat others on more screens or with
 * more data, and leaves out the tests with the tag.
 */
export const IS_FULL = process.env['FOYER_TESTS'] === 'full'

/** Tag of tests that only the full run executes. */
export const FULL_RUN = '@full'
