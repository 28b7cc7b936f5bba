/**
 * Translates the page into the same words, as Chrome does: each text is replaced by two nested `<font>` elements, also each later one.
 * Runs in the browser.
 */
export function translatePage(): void {
  // As a string, because TypeScript's own type of the element is deprecated.
  const tag: string = 'font'
  const wrap = (text: Text): void => {
    const isLeftOut =
      text.parentElement?.closest('font, script, style, textarea, svg, [translate="no"]') ?? null
    if (isLeftOut || text.data.trim() === '') return
    const [outer, inner] = [document.createElement(tag), document.createElement(tag)]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  const wrapIn = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node: Node | null = root; node; node = walker.nextNode())
      if (node instanceof Text) texts.push(node)
    texts.forEach(wrap)
  }
  wrapIn(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) wrapIn(node)
  }).observe(document.body, { childList: true, subtree: true })
}
