import type { MailContent } from '#server/messages/mail-content/mail-content.ts'

const REASON = 'You’re receiving this email because you own the storefront at this domain.'

export const domainFailingMail = (data: {
  host: string
  record: { name: string; value: string }
  until: string
}): MailContent => ({
  subject: `${data.host} is about to stop working`,
  preview: 'Its TXT record is missing. Restore it to keep the domain working.',
  heading: `The TXT record of ${data.host} is missing`,
  parts: [
    {
      kind: 'words',
      text: `We can no longer find the TXT record that verifies ${data.host}. Your storefront keeps working there until ${data.until}. Restore the record before then to keep the domain.`,
    },
    {
      kind: 'facts',
      rows: [
        ['Type', 'TXT'],
        ['Name', data.record.name],
        ['Value', data.record.value],
      ],
    },
    {
      kind: 'aside',
      text: 'If you no longer use this domain, no action is needed. Your other domains aren’t affected.',
    },
  ],
  reason: REASON,
})

export const domainLapsedMail = (data: { host: string }): MailContent => ({
  subject: `${data.host} has stopped working`,
  preview: 'Its TXT record was missing for a week.',
  heading: `${data.host} no longer leads to your storefront`,
  parts: [
    {
      kind: 'words',
      text: `The TXT record that verifies ${data.host} has been missing for a week, so your storefront is no longer available there. Links and tickets still work on your other domains.`,
    },
    {
      kind: 'words',
      text: 'To use the domain again, restore the record and verify the domain again. Until then, someone else who verifies it can use it.',
    },
  ],
  reason: REASON,
})
