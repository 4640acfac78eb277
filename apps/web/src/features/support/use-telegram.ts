import { useStored } from '../../lib/stored/stored-state.ts';
import { useSupport } from './use-support.ts';

/**
 * On Telegram: the agent who brought the reader, else the shop; null where neither can be written to there. A
 * frozen user is answered nothing any more, so what was known before counts on.
 */
export function useTelegram(): string | null {
  const contact = useSupport().data?.contact;
  const shop = useStored((s) => s.webConfig?.telegram);
  return contact?.telegram || shop || null;
}
