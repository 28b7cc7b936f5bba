import type { LegalKind } from '#model/sites/legal.ts'
import { promoterIdOf } from './demo-ids.ts'
import { dateInDays } from './moments.ts'
import type { DemoPromoter } from './demo-types.ts'

/** Example texts of a fictional promoter. They are no legal advice. */
export function legalTextRowsOf(promoter: DemoPromoter, now: number) {
  const promoter_id = promoterIdOf(promoter)
  const created_at = dateInDays(now, -75) ?? new Date(now)
  return textsOf(promoter).map(([kind, lines]) => ({
    promoter_id,
    kind,
    version: 1,
    text: lines.join('\n\n'),
    created_at,
  }))
}

function textsOf({ name, legal, customHost }: DemoPromoter): [LegalKind, string[]][] {
  const seller = legal?.name ?? name
  const address = (legal?.address ?? '').replaceAll('\n', '  \n')
  const mail = `hello@${customHost.split('.').slice(1).join('.')}`
  return [
    [
      'terms',
      [
        '## What you buy',
        `A ticket is a contract with ${seller} for the date, the place and the kind of ticket that it names. One ticket lets in one person, once, unless it says otherwise.`,
        '## At the door',
        'Have the code at hand, on paper or on a screen. The first person who shows it gets in. Doors and age limits are on the page of each event.',
        '## Your ticket is yours',
        'You may give a ticket to someone else. Selling it for more than you paid is not allowed, and we may cancel tickets that were.',
        '## If something changes',
        'When we move an event to another day or another place we write to you. If you can’t come then, you get your money back.',
      ],
    ],
    [
      'refunds',
      [
        'You get the full price back, fees included, when an event is cancelled or moved and you can’t come.',
        'Otherwise tickets can’t be returned. Write to us if something happened: we look at each case.',
        'Refunds are made to the original payment method, within five working days.',
      ],
    ],
    [
      'privacy',
      [
        '## What we keep',
        'Your name, your email address, what you bought, and the answers that you gave at checkout. Your card’s number stays with the payment provider.',
        '## Why, and for how long',
        'To send you your tickets, to let you in, and because the tax office wants invoices kept. What we don’t have to keep we delete a year after the event.',
        '## What you can ask for',
        `A copy of your data, a correction, or that we delete it: write to ${mail}.`,
      ],
    ],
    ...(legal
      ? [
          ['imprint', [`**${legal.name}**`, address, legal.taxId].filter(Boolean)] satisfies [
            LegalKind,
            string[],
          ],
        ]
      : []),
    [
      'contact',
      [
        `Write to [${mail}](mailto:${mail}). We answer on working days within one day, and on the night of a show at once.`,
        'Have the number of your order at hand. It is in the email with your tickets.',
      ],
    ],
  ]
}
