import { readTxHash } from '@portside/contract/wire/tx-hash';
import { useTranslation } from '../../locales/use-translation.ts';

/** What to say of a text that is no transaction's hash, and what to do instead; null for one that is. */
export function useHashProblem(): (text: string) => string | null {
  const { t } = useTranslation();
  return (text) => {
    const read = readTxHash(text);
    if ('hash' in read) return null;
    return t(`recharges.hint.${read.problem === 'unreadable' ? 'invalid' : read.problem}`);
  };
}

/** The hash in a text, or the text itself where there is none. */
export function hashIn(text: string): string {
  const read = readTxHash(text);
  return 'hash' in read ? read.hash : text.trim();
}
