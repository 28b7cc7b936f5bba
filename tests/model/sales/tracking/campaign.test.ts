import { describe, expect, test } from 'vitest'
import { readCampaign } from '#model/sales/tracking/campaign.ts'

const NOW = 1_795_000_000_000

describe('§4, tracking data is read from an address', () => {
  test('ref and every utm parameter', () => {
    const search =
      '?ref=ADA&utm_source=mail&utm_medium=letter&utm_campaign=May&utm_term=jazz&utm_content=top&q=other'
    expect(readCampaign(search, NOW)).toEqual({
      ref: 'ADA',
      utmSource: 'mail',
      utmMedium: 'letter',
      utmCampaign: 'May',
      utmTerm: 'jazz',
      utmContent: 'top',
      timestamp: NOW,
    })
  })

  test.each(['ref', 'utm_source', 'utm_medium', 'utm_campaign'])('with %s alone', (name) => {
    expect(readCampaign(`?${name}=x`, NOW)).toMatchObject({ timestamp: NOW })
  })

  test.each([
    '',
    '?',
    '?utm_term=x',
    '?utm_content=x',
    '?utm_term=x&utm_content=y',
    '?ref=',
    '?ref=%20',
    '?Ref=x',
  ])('not from %j: what is there stays', (search) => {
    expect(readCampaign(search, NOW)).toBeUndefined()
  })

  test('limits values to what the server accepts and can store', () => {
    const found = readCampaign(`?ref=${'a'.repeat(500)}&utm_term=%F0%9F`, NOW)
    expect(found?.ref).toHaveLength(200)
    expect(readCampaign(`?ref=${encodeURIComponent('🎟'.repeat(150))}`, NOW)?.ref?.isWellFormed()).toBe(true)
  })
})
