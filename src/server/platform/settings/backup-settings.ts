import { resolve } from 'node:path'
import { parseEncryptionKey } from '#server/platform/encryption/encryption.ts'
import { setting } from './setting.ts'

export const BACKUP_SETTINGS = {
  BACKUP_TO: setting<string>({
    means:
      'Where the embedded PostgreSQL and the images are backed up: a folder, s3://bucket/prefix, or off; needs BACKUP_KEY. When not set, backups are in the data folder, and lost with its disk',
    shape: 'a folder, an address like s3://bucket/prefix, or off',
    fallback: () => '',
    parse: (text) => {
      if (text === 'off') return text
      if (!text.includes('://')) return resolve(text)
      return /^s3:\/\/[a-z\d][\w.-]{1,61}[a-z\d](\/[\w./-]*)?$/i.test(text) ? text : undefined
    },
  }),
  BACKUP_KEY: setting<string[]>({
    means:
      'Keys that encrypt backups (`openssl rand -base64 32`): the first encrypts, all decrypt. A backup can’t be restored without its key, so keep a copy elsewhere',
    shape: 'a key of 32 bytes in base64; several keys are separated by commas',
    fallback: () => [],
    parse: (text) => {
      const keys = text.split(',').map((key) => key.trim())
      return keys.every((key) => parseEncryptionKey(key)) ? keys : undefined
    },
  }),
  BACKUP_KEEP: setting({
    means: 'Number of days for which any moment can be restored',
    shape: 'a number of days from 1 to 365',
    fallback: '7',
    parse: (text) =>
      /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365 ? Number(text) : undefined,
  }),
  BACKUP_S3_ENDPOINT: setting<string>({
    means: 'S3-compatible storage of a BACKUP_TO that begins with s3://; all BACKUP_S3 settings or none',
    shape: 'an address like https://s3.eu-central-1.amazonaws.com',
    fallback: () => '',
    parse: (text) =>
      URL.canParse(text) ? /^(https?:\/\/[^\s?#@]*[^\s?#@/])\/*$/.exec(text)?.[1] : undefined,
  }),
  BACKUP_S3_REGION: setting<string>({
    means: 'Region of the backups’ bucket',
    shape: 'a region like eu-central-1',
    fallback: () => '',
    parse: (text) => (/^[a-z\d-]+$/.test(text) ? text : undefined),
  }),
  BACKUP_S3_ACCESS_KEY_ID: setting<string>({
    means: 'Key that may get, put, delete and list the objects of the backups’ bucket',
    shape: 'the id of an access key',
    fallback: () => '',
    parse: (text) => (/^[^\s/,=]+$/.test(text) ? text : undefined),
  }),
  BACKUP_S3_SECRET_ACCESS_KEY: setting<string>({
    means: 'Secret of that key',
    shape: 'the secret of the access key',
    fallback: () => '',
    parse: (text) => text,
  }),
} as const
