import { telegramLink } from '../../lib/telegram-link.ts';
import { useSupport } from './use-support.ts';

/** Whom a reader can write to, on one line: the agent who brought him, else the shop. Nothing without a contact. */
export function SupportContact() {
  const contact = useSupport().data?.contact;
  if (!contact?.telegram) return null;
  return (
    <a href={telegramLink(contact.telegram)} target="_blank" rel="noreferrer">
      {contact.name} · Telegram
    </a>
  );
}
