import { readTxHash } from '@portside/contract/wire/tx-hash';
import { useTranslation } from '../../locales/use-translation.ts';

/** Says what a text is instead of a transaction hash, and what to do; null if it is one. */
export function useHashProblem(): (text: string) => string | null {
  const { t } = useTranslation();
  return (text) => {
    const read = readTxHash(text);
    if ('hash' in read) return null;
    return t(`recharges.hint.${read.problem === 'unreadable' ? 'invalid' : read.problem}`);
  };
}

/** The hash in a text, or the text itself if there is none. */
export function hashIn(text: string): string {
  const read = readTxHash(text);
  return 'hash' in read ? read.hash : text.trim();
}
