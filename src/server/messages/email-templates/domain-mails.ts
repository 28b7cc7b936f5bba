import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

const REASON = 'You’re receiving this email because you own the storefront at this domain.'

export const domainFailingMail = (news: {
  host: string
  record: { name: string; value: string }
  until: string
}): MailContent => ({
  subject: `${news.host} is about to stop working`,
  preview: 'Its TXT record is missing. Restore it to keep the domain working.',
  heading: `The TXT record of ${news.host} is missing`,
  parts: [
    {
      kind: 'words',
      text: `We can no longer find the TXT record that verifies ${news.host}. Your storefront keeps working there until ${news.until}. Restore the record before then to keep the domain.`,
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
      text: 'If you no longer use this domain, no action is needed. Your other domains aren’t affected.',
    },
  ],
  reason: REASON,
})

export const domainLapsedMail = (news: { host: string }): MailContent => ({
  subject: `${news.host} has stopped working`,
  preview: 'Its TXT record was missing for a week.',
  heading: `${news.host} no longer leads to your storefront`,
  parts: [
    {
      kind: 'words',
      text: `The TXT record that verifies ${news.host} has been missing for a week, so your storefront is no longer available there. Links and tickets still work on your other domains.`,
    },
    {
      kind: 'words',
      text: 'To use the domain again, restore the record and verify the domain again. Until then, someone else who verifies it can use it.',
    },
  ],
  reason: REASON,
})
