import { telegramLink } from '../../lib/telegram-link.ts';
import { useSupport } from './use-support.ts';

/** One line with the Telegram contact: the reader's agent, else the shop. Hidden without one. */
export function SupportContact() {
  const contact = useSupport().data?.contact;
  if (!contact?.telegram) return null;
  return (
    <a href={telegramLink(contact.telegram)} target="_blank" rel="noreferrer">
      {contact.name} · Telegram
    </a>
  );
}
