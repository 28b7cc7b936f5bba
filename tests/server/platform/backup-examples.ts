import { resolve } from 'node:path'

/** 32 bytes in base64. */
export const KEY = Buffer.alloc(32, 7).toString('base64')

/** Settings that others of backups need. */
export const BACKUP = {
  BACKUP_KEY: KEY,
  BACKUP_S3_ENDPOINT: 'https://s3.example',
  BACKUP_S3_REGION: 'auto',
  BACKUP_S3_ACCESS_KEY_ID: 'key',
  BACKUP_S3_SECRET_ACCESS_KEY: 'never to be told',
}

interface Example {
  byDefault: unknown
  right: [text: string, value: unknown][]
  wrong: string[]
}

export const BACKUP_EXAMPLES = {
  BACKUP_TO: {
    byDefault: '',
    right: [
      ['off', 'off'],
      ['/mnt/backups', '/mnt/backups'],
      ['backups', resolve('backups')],
      ['s3://foyer-backups', 's3://foyer-backups'],
      ['s3://foyer-backups/main/shop', 's3://foyer-backups/main/shop'],
    ],
    wrong: ['s3://', 's3://a', 'https://backups.example', 's3://bucket/a b', 'ftp://x/y'],
  },
  BACKUP_KEY: {
    byDefault: [],
    right: [
      [KEY, [KEY]],
      [`${KEY}, ${'-_'.repeat(21)}8`, [KEY, `${'-_'.repeat(21)}8`]],
    ],
    wrong: ['short', KEY.slice(1), `${KEY},`],
  },
  BACKUP_KEEP: {
    byDefault: 7,
    right: [
      ['1', 1],
      ['365', 365],
    ],
    wrong: ['0', '366', '7d', '-1', '1.5'],
  },
  BACKUP_S3_ENDPOINT: {
    byDefault: '',
    right: [['https://s3.eu-central-1.amazonaws.com/', 'https://s3.eu-central-1.amazonaws.com']],
    wrong: ['s3.example', 'https://key:secret@s3.example'],
  },
  BACKUP_S3_REGION: { byDefault: '', right: [['eu-central-1', 'eu-central-1']], wrong: ['EU', 'a b'] },
  BACKUP_S3_ACCESS_KEY_ID: {
    byDefault: '',
    right: [['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE']],
    wrong: ['a b', 'a/b'],
  },
  BACKUP_S3_SECRET_ACCESS_KEY: { byDefault: '', right: [['a/secret+of=s3', 'a/secret+of=s3']], wrong: [] },
} satisfies Record<string, Example>
