/**
 * Keeps React working on a page that the browser translates. Chrome replaces each text by a `<font>` element. React keeps the
 * replaced text, so that its changes aren't seen, and it throws when it removes the text or inserts something before it. Such a
 * text is therefore put back first; then the browser translates it again. Imported by every island, for this effect.
 */

/** The element that shows a replaced text. */
const replacements = new WeakMap<Node, Element>()

function keepTranslatedText(): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') putBack(record.target)
      else for (const node of record.removedNodes) findReplacement(node, record, observer)
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
  // They are called with their nodes below.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <Inserted extends Node>(
    node: Inserted,
    before: Node | null,
  ): Inserted {
    if (before) putBack(before)
    insertBefore.call(this, node, before)
    return node
  }
  Node.prototype.removeChild = function <Removed extends Node>(node: Removed): Removed {
    putBack(node)
    removeChild.call(this, node)
    return node
  }
}

function findReplacement(
  node: Node,
  { addedNodes, previousSibling, nextSibling }: MutationRecord,
  observer: MutationObserver,
): void {
  if (!(node instanceof Text) || node.parentNode) return
  const font = [...addedNodes, previousSibling, nextSibling].find((each) => each?.nodeName === 'FONT')
  if (!(font instanceof Element)) return
  replacements.set(node, font)
  observer.observe(node, { characterData: true })
}

function putBack(node: Node): void {
  if (node.parentNode) return
  replacements.get(node)?.replaceWith(node)
  replacements.delete(node)
}

if (typeof document !== 'undefined') keepTranslatedText()
