/** Has the browser open a page of ours in the frame of that name, with these fields as its form. */
export function postToFrame(frame: string, path: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = path
  // Nothing of what was written takes more bytes than it has.
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

/** What a frame that has loaded shows. A new frame is empty first; where a page was refused nobody may look. */
export function shownIn(frame: HTMLIFrameElement): 'nothing yet' | 'preview' | 'something else' {
  const page = frame.contentDocument
  if (page?.URL === 'about:blank') return 'nothing yet'
  return page?.documentElement.hasAttribute('data-preview') ? 'preview' : 'something else'
}

/** Moves a page to where another one of the same has been scrolled to. */
export const scrollAs = (frame: HTMLIFrameElement, other: HTMLIFrameElement | null): void =>
  frame.contentWindow?.scrollTo(0, other?.contentWindow?.scrollY ?? 0)
