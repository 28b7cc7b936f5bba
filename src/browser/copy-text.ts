/** Whether the text is on the clipboard now: browsers allow it to secure pages only, and people may forbid it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
