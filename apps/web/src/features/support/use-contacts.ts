import { useStored } from '../../lib/stored/stored-state.ts';
import { useSupport } from './use-support.ts';

type Contacts = { readonly telegram: string | null; readonly email: string | null };

/**
 * Telegram name of the reader's agent, else of the shop, and the shop's e-mail address; null without one. A blocked
 * user gets no answers any more, so the stored settings are used.
 */
export function useContacts(): Contacts {
  const contact = useSupport().data?.contact;
  const config = useStored((s) => s.webConfig);
  // Settings stored by an earlier version have no address.
  return { telegram: contact?.telegram || config?.telegram || null, email: config?.support_email || null };
}
