import type { ButtonHTMLAttributes } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'quiet' | 'link'
  /** While true, the button keeps its place and focus, and ignores clicks. */
  busy?: boolean
}

const CLASSES = { primary: 'button', quiet: 'button button-quiet', link: 'button-link' } as const

export function Button({ variant = 'primary', busy = false, onClick, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={CLASSES[variant]}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
}
