import { isIP } from 'node:net'
import type { Config } from '#server/platform/config.ts'
import { isLocalHost } from '#server/platform/dns/loopback.ts'
import { createNameLookups, type NameLookups } from '#server/platform/dns/name-lookups.ts'
import { isMainSiteLocal } from '#server/platform/dns/parse-domain-name.ts'
import { fineFinding, problemFinding, warningFinding, type Finding } from './findings.ts'

export async function checkHosts(config: Config): Promise<Finding[]> {
  const names = createNameLookups(config.DNS_SERVERS)
  const hosts = config.MAIN_HOSTS.filter((host) => !isLocalHost(host) && isIP(host) === 0)
  if (isMainSiteLocal(config))
    return [
      warningFinding(
        'MAIN_HOSTS are names of this machine only: visitors on other machines can’t reach the main site.',
      ),
    ]
  const targets = config.STOREFRONT_TARGET.filter((target) => isIP(target) === 0)
  return [
    ...(await Promise.all(hosts.map((host) => checkName(names, 'MAIN_HOSTS', host)))),
    ...(config.STOREFRONT_TARGET.length === 0
      ? [
          warningFinding(
            'STOREFRONT_TARGET is not set: promoters aren’t told where to point their domains. Set it to the name or addresses of your proxy.',
          ),
        ]
      : await Promise.all(targets.map((target) => checkName(names, 'STOREFRONT_TARGET', target)))),
  ]
}

async function checkName(names: NameLookups, setting: string, host: string): Promise<Finding> {
  const found = await names.findTargets(host)
  if (!found) return warningFinding(`The DNS servers didn’t respond for ${host} (${setting}).`)
  if (found.length === 0)
    return problemFinding(`${host} (${setting}) has no DNS record. Point it at this install’s proxy.`)
  return fineFinding(`${host} (${setting}) resolves to ${found.map(({ value }) => value).join(', ')}.`)
}
