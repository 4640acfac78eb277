/**
 * Browsers that translate a page put `<font>` elements in the places of text nodes. React goes on writing into the nodes
 * that it made, which nobody sees any more: a total would stay at its first value, and removing one would throw. From now
 * on a node comes back where its translation stands as soon as React writes to it, and React's removals and insertions
 * find the translation. What comes back is new to the translator, which translates it again.
 */
export function keepTranslatedTextFresh(page: Document): void {
  const translations = new WeakMap<Node, Element>();
  const isTranslation = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') putBack(target);
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
        const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
        if (translation?.isConnected !== true) continue;
        translations.set(text, translation);
        observer.observe(text, { characterData: true });
      }
      // Moved by React, or put back by the translator.
      for (const text of addedNodes) if (text.isConnected) putBack(text);
    }
  });
  observer.observe(page.body, { childList: true, subtree: true });

  function putBack(text: Node): void {
    const translation = translations.get(text);
    if (translation === undefined) return;
    translations.delete(text);
    if (text.isConnected) translation.remove();
    else if (translation.isConnected) translation.replaceWith(text);
  }

  /** The node that stands in `parent` for this one. */
  function standingIn<T extends Node | null>(parent: Node, node: T): T | Element {
    // Browsers take undefined for null.
    const translation = node == null || node.parentNode === parent ? undefined : translations.get(node);
    return translation?.parentNode === parent ? translation : node;
  }
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    removeChild.call(this, standingIn(this, child));
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, standingIn(this, before));
    return node;
  };
}
