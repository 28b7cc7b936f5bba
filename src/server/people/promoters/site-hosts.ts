import { isIP } from 'node:net'
import type { Config } from '#server/platform/config.ts'

/** Hosts of the main site that can have subdomains, which IP addresses can't. */
export const parentHosts = ({ MAIN_HOSTS }: Pick<Config, 'MAIN_HOSTS'>): string[] =>
  MAIN_HOSTS.filter((host) => isIP(host.replaceAll(/^\[|\]$/g, '')) === 0)

export const siteHosts = (config: Pick<Config, 'MAIN_HOSTS'>, siteName: string): string[] =>
  parentHosts(config).map((host) => `${siteName}.${host}`)
