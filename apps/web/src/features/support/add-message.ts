import type { Data, SupportMessage } from '@portside/contract';
import type { InfiniteData } from '@tanstack/react-query';

type Pages = InfiniteData<Data<'listSupportMessages'>>;

/** Adds a message once: both the stream and the call's answer bring it. Pages hold the newest first. */
export function addMessage(known: Pages, message: SupportMessage): Pages {
  const [newest, ...older] = known.pages;
  const isKnown = known.pages.some(({ items }) => items.some(({ id }) => id === message.id));
  if (!newest || isKnown) return known;
  return { ...known, pages: [{ ...newest, items: [message, ...newest.items] }, ...older] };
}
