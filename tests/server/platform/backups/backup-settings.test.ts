import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { BACKUP, KEY } from '../backup-examples.ts'

test('backups elsewhere need a key, and S3’s settings for an s3:// address', () => {
  expect(() => readConfig({ BACKUP_TO: '/mnt/backups' })).toThrow(/BACKUP_KEY must be too/)
  expect(() => readConfig({ BACKUP_TO: 's3://backups', BACKUP_KEY: KEY })).toThrow(
    'BACKUP_TO begins with s3://, so the BACKUP_S3 settings must be set too.',
  )
  expect(readConfig({ BACKUP_TO: 'off' }).BACKUP_TO).toBe('off')
  expect(readConfig({ ...BACKUP, BACKUP_TO: 's3://backups' }).BACKUP_TO).toBe('s3://backups')
})
