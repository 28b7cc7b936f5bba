import { describe, expect, test } from 'vitest'
import { EMAIL_TEMPLATE_KEYS, emailTemplateKind } from '#model/messages/email-templates.ts'
import { renderMailHtml } from '#server/messages/mail-content/mail-html.ts'
import { renderMailText } from '#server/messages/mail-content/mail-text.ts'
import {
  findTemplateErrors,
  renderTemplate,
  type Placeholders,
} from '#server/messages/email-templates/render-template.ts'

const KIND = emailTemplateKind('order_confirmed')
const SENDER = {
  siteName: 'Aurora',
  senderName: 'Aurora',
  replyTo: '',
  logoUrl: '',
  primaryColor: '#4338ca',
  secondaryColor: '#1e293b',
}
const EMPTY = { subject: '', preview: '', heading: '', parts: [], reason: 'Why.' }

const fillingWith = (values: Placeholders['values']): Placeholders => ({
  values: {
    ...Object.fromEntries(Object.keys(KIND.values).map((name) => [name, `<${name}>`])),
    'order.url': 'https://aurora.example/orders/1',
    ...values,
  },
  blocks: {
    tickets: [{ kind: 'facts', rows: [['Ticket', 'ABCD-1234']] }],
    button: [{ kind: 'action', label: 'Show', url: 'https://aurora.example/orders/1' }],
    delivery: [],
    summary: [],
  },
})

function write(body: string, values: Placeholders['values'] = {}, subject = 'Hello') {
  const letter = renderTemplate(EMPTY, { subject, body }, fillingWith(values))
  return { letter, html: renderMailHtml(letter, SENDER), text: renderMailText(letter, SENDER) }
}

const errorsOf = (body: string, subject = 'Hello'): string[] =>
  findTemplateErrors(KIND, { subject, body }).map(({ path, message }) => `${path} ${message}`)

describe('the default texts', () => {
  test.each(EMAIL_TEMPLATE_KEYS)('of %s are valid', (key) => {
    const kind = emailTemplateKind(key)
    expect(findTemplateErrors(kind, kind.words)).toEqual([])
  })
})

describe('texts that are too complex', () => {
  const tangled = (unit: string): string => `{{tickets}}\n\n${unit.repeat(6666)}`

  test.each(['1. ', '_*_', '>- '])('are refused: %j', (unit) => {
    expect(errorsOf(tangled(unit))).toEqual([expect.stringMatching(/^body \w/)])
  })

  test('stored earlier are shown as plain text', () => {
    const { letter, text } = write(tangled('_*_'))
    expect(letter.parts[0]).toEqual({ kind: 'facts', rows: [['Ticket', 'ABCD-1234']] })
    expect(text).toContain('_*__*__*_')
  })
})

describe('a text is refused', () => {
  test.each([
    ['{{tickets}}\n\nHi {{customer.name}}', 'body Line 3, column 4: unknown placeholder {{customer.name}}.'],
    [
      '{{tickets}}\n\n{{firstname}}',
      'body Line 3, column 1: unknown placeholder {{firstname}}. Did you mean {{customer.firstName}}?',
    ],
    ['{{tickets}}\n\n{{customer.firstName}', 'body Line 3, column 1: a placeholder has the form {{name}}.'],
    ['Hello', 'body Add {{tickets}}: it is required in this email.'],
    ['Here: {{tickets}}', 'body Line 1, column 1: put {{tickets}} in a paragraph of its own.'],
    ['{{tickets}}\n\n<b>Hi</b>', 'body Line 3, column 1: HTML isn’t supported. Use Markdown.'],
    [
      '{{tickets}}\n\n![x](https://x.example/x.png)',
      'body Line 3, column 1: images aren’t supported. Your logo is on every email.',
    ],
    [
      '{{tickets}}\n\n[x](javascript:alert(1))',
      'body Line 3, column 1: a link must start with https:// or mailto:, or be {{order.url}}.',
    ],
  ])('%j', (body, message) => {
    expect(errorsOf(body)[0]).toBe(message)
  })

  test.each([
    'https://evil.example/?u=%7B%7Border.url%7D%7D',
    'https://evil.example/?u=%7b%7Border.url%7d%7D',
    'https://evil.example/?u=&#123;&#123;order.url&#125;&#125;',
    'mailto:a@evil.example?body=%7B%7Border.url%7D%7D',
    'https://evil.example/?u=%7B',
    '%7B%7Bnope%7D%7D',
    '%7B%7Bnope.url%7D%7D',
    '%7B%7Border.number%7D%7D',
    '%7B%7Border.url%7D%7D%7B%7Border.url%7D%7D',
  ])('when a link to %s hides a placeholder', (url) => {
    expect(errorsOf(`{{tickets}}\n\n[x](${url})`)).toEqual([
      'body Line 3, column 1: a link must start with https:// or mailto:, or be {{order.url}}.',
    ])
  })

  test.each([
    ['&#123;&#123;nope&#125;&#125;', 'unknown placeholder {{nope}}.'],
    [String.raw`Hi \{\{nope\}\}`, 'unknown placeholder {{nope}}.'],
    ['Code `{{tickets}}`', 'put {{tickets}} in a paragraph of its own.'],
  ])('when %s is a placeholder once parsed', (words, why) => {
    expect(errorsOf(`{{tickets}}\n\n${words}`)[0]).toContain(why)
  })

  test.each(['- {{tickets}}', '1. One\n2. {{tickets}}', '- One\n\n  - {{ tickets }}', '- > {{tickets}}'])(
    'when a block is in a list: %j',
    (body) => {
      expect(errorsOf(body)).toEqual([
        expect.stringContaining('put {{tickets}} in a paragraph of its own, outside of lists.'),
      ])
      expect(errorsOf(`{{tickets}}\n\n${body}`)).toHaveLength(1)
    },
  )

  test('but not when a block is in a quote or below a list', () => {
    expect(errorsOf('> {{tickets}}')).toEqual([])
    expect(errorsOf('- One\n\n{{tickets}}')).toEqual([])
  })

  test('in the subject, with its column', () => {
    expect(errorsOf('{{tickets}}', 'Your {{tickets}}')).toEqual([
      'subject Column 6: unknown placeholder {{tickets}}.',
    ])
  })
})

describe('a letter in a promoter’s words', () => {
  test('renders the Markdown in HTML and text', () => {
    const { letter, html, text } = write(
      '# Hi {{customer.firstName}}\n\nSee **you** *there*, [order](https://aurora.example/x).\n\n## Bring\n\n- a\n- b\n\n{{tickets}}\n\n---\n\n[Yours]({{order.url}})',
      { 'customer.firstName': 'Ada' },
      'For {{customer.firstName}}',
    )
    expect([letter.subject, letter.heading]).toEqual(['For Ada', 'Hi Ada'])
    expect(html).toContain('<strong>you</strong> <em>there</em>')
    expect(html).toMatch(/<a href="https:\/\/aurora\.example\/x"[^>]*>order<\/a>/)
    expect(html).toMatch(/<a href="https:\/\/aurora\.example\/orders\/1"[^>]*>Yours<\/a>/)
    expect(html).toContain('ABCD-1234')
    expect(text).toContain('See you there, order (https://aurora.example/x).')
    expect(text).toContain('* a\n* b')
  })

  test.each([
    '<img src=x onerror=alert(1)>',
    '[free money](https://evil.example)',
    '**bold** {{order.number}}',
    '# Heading',
  ])('shows the name %j literally', (firstName) => {
    const { letter, html, text } = write('Hi {{customer.firstName}}\n\n{{tickets}}', {
      'customer.firstName': firstName,
    })
    expect(letter.parts[0]).toEqual({
      kind: 'own',
      part: { kind: 'prose', spans: [{ text: `Hi ${firstName}` }] },
    })
    expect(html).not.toMatch(/<img src=x|href="https:\/\/evil|<strong>/)
    expect(text).toContain(`Hi ${firstName}`)
  })

  test.each([
    ['https://evil.example/?u=%7B%7Border.url%7D%7D', 'https://evil.example/?u=%7B%7Border.url%7D%7D'],
    ['https://aurora.example/?q=50%25&r=%C3%A4', 'https://aurora.example/?q=50%25&amp;r=%C3%A4'],
    ['%7B%7Border.url%7D%7D', 'https://aurora.example/orders/1'],
    ['<{{ order.url }}>', 'https://aurora.example/orders/1'],
  ])('links to %s as %s: a URL is one placeholder or none', (url, href) => {
    const { html } = write(`{{tickets}}\n\n[x](${url})`)
    expect(html).toContain(`<a href="${href}"`)
  })

  test('never breaks its subject’s line', () => {
    const { letter } = write(
      '{{tickets}}',
      { 'customer.firstName': 'A\r\nBcc: x@y.z' },
      'To {{customer.firstName}}',
    )
    expect(letter.subject).toBe('To A Bcc: x@y.z')
  })

  test('can’t be made of placeholders that nobody knows', () => {
    expect(() => write('{{gone}}')).toThrow('{{gone}}')
  })
})
