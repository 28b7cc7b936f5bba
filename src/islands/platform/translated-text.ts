/**
 * Keeps React working on a page that the browser translates. Chrome replaces each text node by a `<font>` element, but React
 * keeps the replaced node: its changes aren't visible, and removing it or inserting before it throws. At each such change,
 * the text node is put back; the browser then translates it again. Islands import this file for its effect.
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
  // The overrides below call the original methods with the right `this`.
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
