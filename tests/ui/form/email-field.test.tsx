import { cleanup, fireEvent, render } from '@testing-library/react'
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { EmailField } from '#ui/form/EmailField.tsx'
import { screen } from '#tests/support/screen.ts'

afterEach(cleanup)

const input = (): HTMLInputElement => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const offer = (): HTMLElement | null => screen.queryByRole('button', { name: /^Did you mean/ })

function type(text: string): void {
  input().focus()
  fireEvent.change(input(), { target: { value: text } })
}

function Controlled({ onWrite }: { onWrite: (email: string) => void }) {
  const [email, setEmail] = useState('')
  return (
    <EmailField
      id="email"
      label="Email"
      hint="We’ll send your tickets here."
      value={email}
      onChange={({ target }) => {
        setEmail(target.value)
        onWrite(target.value)
      }}
    />
  )
}

it('offers a correction instead of the hint and enters it in one click', () => {
  const onWrite = vi.fn<(email: string) => void>()
  render(<Controlled onWrite={onWrite} />)
  type('lena@gmial.com')
  expect(offer()?.textContent).toBe('Did you mean lena@gmail.com?')
  expect(input().getAttribute('aria-describedby')).toBe('email-hint')
  fireEvent.click(screen.getByRole('button'))
  expect(input().value).toBe('lena@gmail.com')
  expect(onWrite).toHaveBeenLastCalledWith('lena@gmail.com')
  expect(document.activeElement).toBe(input())
  expect(offer()).toBeNull()
  expect(screen.getByText('We’ll send your tickets here.')).toBeTruthy()
})

it('corrects the value that a form without state submits, and tells the form', () => {
  const onInput = vi.fn<() => void>()
  render(
    <form onInput={onInput}>
      <EmailField id="email" name="email" label="Email" defaultValue="lena@hotmail.con" />
    </form>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Did you mean lena@hotmail.com?' }))
  const form = document.querySelector('form')
  expect(form && Object.fromEntries(new FormData(form))).toEqual({ email: 'lena@hotmail.com' })
  expect(onInput).toHaveBeenCalledOnce()
})

it('waits until the field is left if the address may be unfinished', () => {
  render(<EmailField id="email" label="Email" />)
  type('lena@gmail.co')
  expect(offer()).toBeNull()
  fireEvent.blur(input())
  expect(offer()?.textContent).toBe('Did you mean lena@gmail.com?')
})

it('offers nothing for other addresses', () => {
  render(<EmailField id="email" label="Email" />)
  type('lena@example.com')
  fireEvent.blur(input())
  expect(offer()).toBeNull()
})

it('corrects what was typed before the page was hydrated', async () => {
  const field = <EmailField id="email" name="email" label="Email" />
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(field)
  input().value = 'lena@gmail.con'
  const root = await act(() => hydrateRoot(container, field))
  expect(offer()?.textContent).toBe('Did you mean lena@gmail.com?')
  act(() => root.unmount())
  container.remove()
})
