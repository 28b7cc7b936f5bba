const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** The fields of a page's form; undefined when the body is none, or holds what no text of ours can. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  if (!FORM.test(request.headers.get('content-type') ?? '')) return undefined
  const form = new URLSearchParams(await request.text())
  return [...form].flat().some((text) => text.includes('\0')) ? undefined : form
}
