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

/** Returns what a frame has loaded. A new frame is empty at first. The content of a page that refuses to be framed can't be read. */
export function readFrameContent(frame: HTMLIFrameElement): 'nothing yet' | 'preview' | 'something else' {
  const page = frame.contentDocument
  if (page?.URL === 'about:blank') return 'nothing yet'
  return page?.documentElement.hasAttribute('data-preview') ? 'preview' : 'something else'
}

/** Scrolls a frame to the position of another one. */
export const copyScrollPosition = (frame: HTMLIFrameElement, other: HTMLIFrameElement | null): void =>
  frame.contentWindow?.scrollTo(0, other?.contentWindow?.scrollY ?? 0)
