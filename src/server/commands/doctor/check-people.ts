import type { Config } from '#server/platform/config.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'
import type { Db } from '#server/platform/db/query.ts'
import { listDemoPromoters } from '#server/demo/demo-data-rows.ts'
import { listOperatorRows } from '#server/people/operators/operator-rows.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

/** Checks that there is an operator, and no demo data where real tickets are sold. */
export async function checkPeople(db: Db, config: Config): Promise<Finding[]> {
  const [operators, demo] = await Promise.all([listOperatorRows(db), listDemoPromoters(db)])
  return [checkOperators(operators), ...checkDemo(demo, config)]
}

function checkOperators(operators: Awaited<ReturnType<typeof listOperatorRows>>): Finding {
  if (operators.length === 0)
    return warningFinding('There is no operator. The next start prints a link that adds the first one.')
  const without = operators.filter(({ hasSecondFactor }) => !hasSecondFactor)
  return without.length === operators.length
    ? warningFinding(
        'No operator has a second factor, so none has access. They add one at /account/security.',
      )
    : fineFinding(
        operators.length === 1 ? 'There is 1 operator.' : `There are ${operators.length} operators.`,
      )
}

function checkDemo(promoters: readonly string[], config: Config): Finding[] {
  if (promoters.length === 0) return []
  if (config.NODE_ENV === 'production' && config.DEMO !== 'on')
    return [
      problemFinding(
        `This production install has the demo’s promoters: ${promoters.join(', ')}. \`foyer demo remove\` deletes them.`,
      ),
    ]
  return isMainSiteLocal(config)
    ? []
    : [
        warningFinding(
          'The demo’s promoters are on public hosts. Demo accounts can sign in from this machine only.',
        ),
      ]
}
