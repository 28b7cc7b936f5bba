import type { Letter } from './letter.ts'

const REASON = 'You get this e-mail because you own the storefront under this name.'

export const domainFailingLetter = (news: {
  host: string
  record: { name: string; value: string }
  /** In words. */
  until: string
}): Letter => ({
  subject: `${news.host} is about to stop working`,
  preview: 'Its TXT record is gone. Put it back, and nothing happens.',
  heading: `The proof of ${news.host} is gone`,
  parts: [
    {
      kind: 'words',
      text: `We can’t find the TXT record any more that proves that ${news.host} is yours. Your storefront goes on answering there until ${news.until}. Put the record back before then, and nothing happens.`,
    },
    {
      kind: 'facts',
      rows: [
        ['Type', 'TXT'],
        ['Name', news.record.name],
        ['Value', news.record.value],
      ],
    },
    {
      kind: 'aside',
      text: 'If you have let go of the name, you need do nothing. Your other names are not affected.',
    },
  ],
  reason: REASON,
})

export const domainLapsedLetter = (news: { host: string }): Letter => ({
  subject: `${news.host} has stopped working`,
  preview: 'Its TXT record was gone for a week.',
  heading: `${news.host} does not lead to your storefront any more`,
  parts: [
    {
      kind: 'words',
      text: `The TXT record that proves that ${news.host} is yours has been gone for a week, so your storefront does not answer there any more. Links and tickets work under your other names.`,
    },
    {
      kind: 'words',
      text: 'To have the name back, put the record back and verify the domain again. Until then somebody else who proves it may have it.',
    },
  ],
  reason: REASON,
})
