import type { SupportMessage } from '@portside/contract';

type MessageDay<M> = { readonly day: string; readonly messages: readonly M[] };

/**
 * Groups messages (oldest first) by day in the reader's time zone; a day is identified by its first message's time.
 */
export function messageDays<M extends Pick<SupportMessage, 'created_at'>>(
  messages: readonly M[],
): MessageDay<M>[] {
  const days: { day: string; messages: M[] }[] = [];
  for (const message of messages) {
    const last = days.at(-1);
    if (last && isSameDay(last.day, message.created_at)) last.messages.push(message);
    else days.push({ day: message.created_at, messages: [message] });
  }
  return days;
}

const isSameDay = (a: string, b: string): boolean =>
  new Date(a).toDateString() === new Date(b).toDateString();
