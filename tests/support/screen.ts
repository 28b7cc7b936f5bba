import { within } from '@testing-library/react'

/** Queries of the page. The library's own `screen` is that of the first page of the process, which several test files share. */
export const screen = within(document.body)
