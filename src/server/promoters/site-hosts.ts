import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** The main site's names that others can stand below: an address has none. */
export const parentHosts = ({ MAIN_HOSTS }: Pick<Config, 'MAIN_HOSTS'>): string[] =>
  MAIN_HOSTS.filter((host) => isIP(host.replaceAll(/^\[|\]$/g, '')) === 0)

/** Where a storefront of this name is found: the first is the one to show. */
export const siteHosts = (config: Pick<Config, 'MAIN_HOSTS'>, siteName: string): string[] =>
  parentHosts(config).map((host) => `${siteName}.${host}`)
