/** Settings of tests have a key of their own: the development's stays out of it. */
export const TEST_ENCRYPTION_KEY = Buffer.alloc(32, 'a key that only tests know of').toString('base64')
