import type { Network } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import classes from './wallets.module.css';

/** The same limit as the alarm's. */
const OLD_MS = 48 * 3_600_000;

type Props = { listedAt: Record<Network, string | null> | undefined };

/** Age of each network's sanctions list. */
export function SanctionsAge({ listedAt }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { pair } = usePunctuation();
  return (
    <p className={classes.ages}>
      <span>{t('wallets.age')}</span>
      {listedAt &&
        Object.entries(listedAt).map(([network, at]) => (
          <StatusBadge key={network} tone={isFresh(at) ? 'good' : 'warn'}>
            {pair(network, at === null ? t('wallets.never') : formatDate(at, language))}
          </StatusBadge>
        ))}
    </p>
  );
}

const isFresh = (at: string | null): boolean => at !== null && Date.now() - new Date(at).getTime() < OLD_MS;
