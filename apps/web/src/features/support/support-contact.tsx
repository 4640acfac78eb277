import { telegramLink } from '../../lib/format/links.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAfterContent } from '../../lib/api/after-content.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

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

/**
 * The support contact and, for users, the support ID and unread replies. A visitor's agent is known by the promotion
 * code.
 */
export function useSupport() {
  const isSignedIn = useStored((s) => s.token !== null);
  const code = useStored((s) => s.promotionCode);
  const request = { query: isSignedIn || code === null ? {} : { promotion_code: code } };
  const enabled = useAfterContent();
  return useQuery({ ...query('readSupport', request, { isQuiet: true }), enabled });
}

/** Refetches. A running request started before the change, so its answer is dropped. */
export function useRefetchSupport(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const support = { queryKey: queryKey('readSupport') };
    // invalidateQueries alone would wait for a first request that is still running.
    await client.cancelQueries(support);
    await client.invalidateQueries(support);
  };
}

type Contacts = { readonly telegram: string | null; readonly email: string | null };

/**
 * The Telegram name of the reader's agent, else of the shop, and the shop's e-mail address; null without one. Blocked
 * users get no answers, so the stored settings are used.
 */
export function useContacts(): Contacts {
  const contact = useSupport().data?.contact;
  const config = useStored((s) => s.webConfig);
  // Settings stored by an earlier version have no address.
  return { telegram: contact?.telegram || config?.telegram || null, email: config?.support_email || null };
}
