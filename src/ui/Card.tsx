import type { HTMLAttributes } from 'react'

interface Props extends HTMLAttributes<HTMLElement> {
  as?: 'article' | 'div' | 'fieldset' | 'li' | 'p' | 'section'
}

/** Bordered box for an item of a list or a section of a screen. */
export function Card({ as: Tag = 'div', className, ...rest }: Props) {
  return <Tag {...rest} className={className ? `card ${className}` : 'card'} />
}
