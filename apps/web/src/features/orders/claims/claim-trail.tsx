import type { Claim } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { ClaimBadge } from './claim-badge.tsx';
import classes from './order-claims.module.css';

/** What was claimed of an order, when, why, and what the shop said to it. */
export function ClaimTrail({ claims }: { claims: readonly Claim[] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return (
    <ol className={classes.trail} aria-label={t('claims.trail')}>
      {claims.map(({ id, state, accounts, reason, answer, created_at: at, settled_at: settledAt }) => (
        <li key={id} className={classes.claim}>
          <div className={classes.line}>
            <ClaimBadge state={state} />
            <span className="figures">{t('claims.accounts', { count: accounts })}</span>
            <time dateTime={at} className={classes.time}>
              {formatDateTime(at, language)}
            </time>
          </div>
          <p className={classes.said}>{reason}</p>
          {settledAt !== null && (
            <p className={classes.said}>
              <span>{t('claims.answered', { date: formatDateTime(settledAt, language) })}</span>
              {answer}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
