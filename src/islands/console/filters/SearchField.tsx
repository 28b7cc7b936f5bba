import { useEffect, useState } from 'react'
import { Field } from '#ui/form/Field.tsx'

const TYPING_MS = 250

interface SearchProps {
  id: string
  hint: string
  value: string
  onSearch: (text: string) => void
}

/** Search field that searches once the user stops typing, or on Enter. The `/` key focuses it. */
export function SearchField({ id, hint, value, onSearch }: SearchProps) {
  const [typed, setTyped] = useState<string>()
  useEffect(() => {
    if (typed === undefined) return undefined
    const timer = setTimeout(() => {
      onSearch(typed.trim())
      setTyped(undefined)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  useEffect(() => {
    const jump = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
    document.addEventListener('keydown', jump)
    return () => document.removeEventListener('keydown', jump)
  }, [id])
  return (
    <Field
      id={id}
      label="Search"
      type="search"
      placeholder={hint}
      title="Press / to search"
      autoComplete="off"
      spellCheck={false}
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === undefined) return
        onSearch(typed.trim())
        setTyped(undefined)
      }}
    />
  )
}
