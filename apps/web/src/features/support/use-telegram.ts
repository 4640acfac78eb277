import { useStored } from '../../lib/stored/stored-state.ts';
import { useSupport } from './use-support.ts';

/**
 * Telegram name of the reader's agent, else of the shop; null without one. A blocked user gets no answers any more,
 * so the stored settings are used.
 */
export function useTelegram(): string | null {
  const contact = useSupport().data?.contact;
  const shop = useStored((s) => s.webConfig?.telegram);
  return contact?.telegram || shop || null;
}
