import { expect, test } from 'vitest'
import { suggestEmail } from '#model/people/email-typos.ts'

test.each([
  ['lena@gmial.com', 'lena@gmail.com'],
  ['lena@gamil.com', 'lena@gmail.com'],
  ['lena@gmal.com', 'lena@gmail.com'],
  ['lena@gmaill.com', 'lena@gmail.com'],
  ['lena@gnail.com', 'lena@gmail.com'],
  ['lena@gmail.con', 'lena@gmail.com'],
  ['lena@gmail.co', 'lena@gmail.com'],
  ['lena@gmail.de', 'lena@gmail.com'],
  ['lena@gmial.con', 'lena@gmail.com'],
  ['lena@hotmial.com', 'lena@hotmail.com'],
  ['lena@hotmai.com', 'lena@hotmail.com'],
  ['lena@yaho.com', 'lena@yahoo.com'],
  ['lena@yaho.co.uk', 'lena@yahoo.co.uk'],
  ['lena@outlok.com', 'lena@outlook.com'],
  ['lena@iclould.com', 'lena@icloud.com'],
  ['lena@t-onlin.de', 'lena@t-online.de'],
  ['lena@gmx.con', 'lena@gmx.com'],
  ['lena@kraftwerk.con', 'lena@kraftwerk.com'],
  [' Lena.M+x@GMIAL.Com ', 'Lena.M+x@gmail.com'],
])('suggests a correction of %s', (typed, suggested) => {
  expect(suggestEmail(typed)).toBe(suggested)
})

test.each([
  '',
  'lena',
  'lena@',
  'lena@gmial',
  'lena@gmail.',
  'lena@gmail.c',
  '@gmial.com',
  'lena@gmail.com',
  'lena@ymail.com',
  'lena@mail.com',
  'lena@email.com',
  'lena@gmx.at',
  'lena@yahoo.co.uk',
  'lena@example.com',
  'lena@foyer.test',
  'lena@kraftwerk.co',
  // Providers’ domains in other countries.
  'lena@yahoo.in',
  'lena@yahoo.ie',
  'lena@outlook.at',
  'lena@hotmail.be',
  'lena@hotmail.co',
  'lena@gmy.de',
  'lena@wob.de',
  'lena@love.com',
])('suggests nothing for “%s”', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
