import type { WarrantyClaim } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { ClaimBadge } from './claim-badge.tsx';
import { partsOf } from './claim-outcome.ts';
import classes from './order-claims.module.css';

/** The claims of an order: when, why, and the shop's reply. */
export function ClaimHistory({ claims }: { claims: readonly WarrantyClaim[] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return (
    <ol className={classes.trail} aria-label={t('claims.trail')}>
      {claims.map((claim) => {
        const { id, accounts, reason, answer, created_at: at, settled_at: settledAt } = claim;
        const parts = partsOf(claim);
        return (
          <li key={id} className={classes.claim}>
            <div className={classes.line}>
              <ClaimBadge claim={claim} />
              <span className="figures">
                {t('claims.accounts', { count: accounts })}
                {parts.map(
                  ({ end, n }) => ` · ${t(`claims.part.${end}`, { n: n.toLocaleString(language) })}`,
                )}
              </span>
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
        );
      })}
    </ol>
  );
}
