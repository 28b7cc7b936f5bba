import * as z from 'zod/mini'

export const personName = (label: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, `Enter ${label}.`), z.maxLength(100, 'Use 100 characters at most.'))

export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254),
    z.email('Enter an email address like name@example.com.'),
  )

export const phoneNumber = z
  .string()
  .check(
    z.trim(),
    z.maxLength(40),
    z.regex(/^$|^[+()\d\s./-]{5,}$/, 'Enter a phone number, or leave it empty.'),
  )
