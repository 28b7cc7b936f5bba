import { expect, test } from 'vitest'
import { channelOf } from '#model/sales/tracking/visit-channels.ts'

test.each([
  ['', undefined, 'direct'],
  ['', 'https://aurora.example/events', 'inside'],
  ['', 'https://www.google.co.uk/search?q=x', 'search'],
  ['', 'https://l.instagram.com/', 'social'],
  ['', 'https://a-blog.example/post', 'referral'],
  ['', 'no address', 'direct'],
  ['ref=abc&utm_source=mail', 'https://www.google.com/', 'link'],
  ['utm_source=+News+Letter!+', 'https://www.google.com/', 'utm:news-letter'],
  ['utm_source=%21%21', undefined, 'direct'],
  [`utm_source=${'x'.repeat(90)}`, undefined, `utm:${'x'.repeat(40)}`],
  ['ref=', 'https://aurora.example/', 'inside'],
])('?%s from %s is %s', (query, referrer, channel) => {
  expect(channelOf(query, referrer, 'aurora.example')).toBe(channel)
})
