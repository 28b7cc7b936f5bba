export function postToFrame(frame: string, path: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  // Multipart encoding sends text without percent-encoding.
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

/** Content of a loaded frame. A new frame is empty first; pages that were refused are not readable. */
export function shownIn(frame: HTMLIFrameElement): 'nothing yet' | 'preview' | 'something else' {
  const page = frame.contentDocument
  if (page?.URL === 'about:blank') return 'nothing yet'
  return page?.documentElement.hasAttribute('data-preview') ? 'preview' : 'something else'
}

export const scrollAs = (frame: HTMLIFrameElement, other: HTMLIFrameElement | null): void =>
  frame.contentWindow?.scrollTo(0, other?.contentWindow?.scrollY ?? 0)
