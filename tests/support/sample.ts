/**
 * `npm test` runs a fixed sample of the tests: it sets `FOYER_TESTS=sample`, leaves out tests with the mark, and shortens checks that repeat others
 * with more data or on more screens. `npm run test:full`, and Vitest and Playwright called directly, run everything.
 */
export const IS_FULL = process.env['FOYER_TESTS'] !== 'sample'

/** Ends the title of a test or a group of tests that `npm test` leaves out. */
export const FULL_RUN = '@full'

/** Ends the title of a test with several variants, of which `npm test` runs one. */
export const fullUnless = (isSample: boolean): string => (isSample ? '' : ` ${FULL_RUN}`)

/** The whole list in the full run; otherwise `count` of its members, in turn: `turn` 0 has the first, `turn` 1 the next ones. */
export function inTurn<Member>(list: readonly Member[], turn: number, count = 1): readonly Member[] {
  if (IS_FULL || list.length <= count) return list
  const start = (turn * count) % list.length
  return [...list, ...list].slice(start, start + count)
}
