export function postToFrame(frame: string, path: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  // Multipart, because the default encoding would percent-encode the text and make it larger.
  form.enctype = 'multipart/form-data'
  form.target = frame
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('textarea')
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}

/** What a frame has loaded. A new frame is empty at first; the content of a refused page can't be read. */
export function shownIn(frame: HTMLIFrameElement): 'nothing yet' | 'preview' | 'something else' {
  const page = frame.contentDocument
  if (page?.URL === 'about:blank') return 'nothing yet'
  return page?.documentElement.hasAttribute('data-preview') ? 'preview' : 'something else'
}

/** Scrolls a frame to the position of another one. */
export const copyScrollPosition = (frame: HTMLIFrameElement, other: HTMLIFrameElement | null): void =>
  frame.contentWindow?.scrollTo(0, other?.contentWindow?.scrollY ?? 0)
