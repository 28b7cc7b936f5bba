const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** Returns the fields of a submitted form. Undefined if the body isn't a form or contains characters that can't be stored. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  if (!FORM.test(request.headers.get('content-type') ?? '')) return undefined
  const form = new URLSearchParams(await request.text())
  return [...form].flat().some((text) => text.includes('\0')) ? undefined : form
}
