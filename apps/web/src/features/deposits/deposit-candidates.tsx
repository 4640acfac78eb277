import { Button, Skeleton } from '@mantine/core';
import type { AdminDeposit, DepositCandidate } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { formatUsdt } from '../../lib/format/format-money.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import classes from './deposit-candidates.module.css';

type Props = {
  deposit: AdminDeposit;
  chosen: DepositCandidate | null;
  onChoose: (candidate: DepositCandidate) => void;
};

/** Buyers to whom an unmatched deposit may belong, best first, each with the reason to suggest them. */
export function DepositCandidates({ deposit, chosen, onChoose }: Props) {
  const { t } = useTranslation('admin');
  const found = useQuery(query('listDepositCandidates', { params: { id: deposit.id } }));
  const items = found.data?.items;
  return (
    <section className={classes.candidates}>
      <h3>{t('deposits.candidates.title')}</h3>
      {found.isError && !items && <LoadFailure error={found.error} onRetry={() => void found.refetch()} />}
      {!items && !found.isError && <Skeleton height={64} />}
      {items?.length === 0 && <p className={classes.quiet}>{t('deposits.candidates.none')}</p>}
      {items && items.length > 0 && (
        <ul className={classes.list}>
          {items.map((candidate) => {
            const isChosen = isSame(candidate, chosen);
            return (
              <li key={`${candidate.username} ${candidate.order_id}`} data-chosen={isChosen || undefined}>
                <Candidate candidate={candidate} />
                <Button
                  size="xs"
                  variant={isChosen ? 'filled' : 'default'}
                  aria-pressed={isChosen}
                  onClick={() => onChoose(candidate)}
                >
                  {t('deposits.candidates.choose')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

const isSame = (one: DepositCandidate, other: DepositCandidate | null): boolean =>
  one.username === other?.username && one.order_id === other.order_id;

function Candidate({ candidate }: { candidate: DepositCandidate }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { username, reason, at, wanted, difference, at_once: isAtOnce } = candidate;
  return (
    <div className={classes.candidate}>
      <span className={classes.name}>
        <strong>{username}</strong>
        <StatusBadge tone={isAtOnce ? 'good' : 'neutral'}>
          {t(isAtOnce ? 'deposits.candidates.atOnce' : 'deposits.candidates.two')}
        </StatusBadge>
      </span>
      <span className={classes.quiet}>
        {t(`deposits.candidates.${reason}`, { at: formatDateTime(at, language) })}
      </span>
      {wanted !== null && difference !== null && (
        <span className={`${classes.quiet} figures`}>
          {t('deposits.candidates.wanted', {
            wanted: formatUsdt(wanted, language),
            difference: formatUsdt(difference, language),
          })}
        </span>
      )}
    </div>
  );
}
