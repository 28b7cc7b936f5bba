import type { ReactNode } from 'react'

interface Props {
  tone?: 'plain' | 'warning' | 'danger' | 'success'
  title: string
  /** Announces the text immediately. Only for errors that have just occurred. */
  urgent?: boolean
  children?: ReactNode
}

export function Notice({ tone = 'plain', title, urgent = false, children }: Props) {
  return (
    <div className="notice" data-tone={tone} role={urgent ? 'alert' : undefined}>
      <p className="notice-title">{title}</p>
      {children}
    </div>
  )
}
