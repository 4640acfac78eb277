import type { Data, Network } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDate } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import classes from './wallets.module.css';

/** The same limit as the alarm's. */
const OLD_MS = 48 * 3_600_000;

type Fetch = Data<'listBlockedWallets'>['sanctions_fetches'][number];
type Props = { listedAt: Record<Network, string | null> | undefined; fetches: readonly Fetch[] | undefined };

/** Age of each network's sanctions list, and where it is read from by itself. */
export function SanctionsAge({ listedAt, fetches }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { pair } = usePunctuation();
  return (
    <div className={classes.sanctions}>
      <p className={classes.ages}>
        <span>{t('wallets.age')}</span>
        {listedAt &&
          Object.entries(listedAt).map(([network, at]) => (
            <StatusBadge key={network} tone={isFresh(at) ? 'good' : 'warn'}>
              {pair(network, at === null ? t('wallets.never') : formatDate(at, language))}
            </StatusBadge>
          ))}
      </p>
      {fetches?.map((fetch) => (
        <p key={fetch.type} data-problem={fetch.problem !== null || undefined}>
          <strong>{fetch.type}</strong> <FetchWords {...fetch} />
        </p>
      ))}
    </div>
  );
}

/** What became of the last reading of a list. */
function FetchWords({ hosts, tried_at: triedAt, listed, problem }: Fetch) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (problem !== null) return t('wallets.sanctionsProblem', { problem });
  const from = hosts.join(', ');
  if (triedAt === null || listed === null) return t('wallets.sanctionsUnread', { hosts: from });
  return t('wallets.sanctionsRead', { hosts: from, wallets: listed.toLocaleString(language) });
}

const isFresh = (at: string | null): boolean => at !== null && Date.now() - new Date(at).getTime() < OLD_MS;
