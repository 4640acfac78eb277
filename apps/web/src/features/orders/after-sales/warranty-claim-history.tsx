import type { WarrantyClaim } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { WarrantyClaimBadge } from './warranty-claim-badge.tsx';
import { partsOf } from './warranty-claim-outcome.ts';
import classes from './order-warranty.module.css';

/** The claims of an order: when, why, and the shop's reply. */
export function WarrantyClaimHistory({ claims }: { claims: readonly WarrantyClaim[] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return (
    <ol className={classes.trail} aria-label={t('warrantyClaims.trail')}>
      {claims.map((claim) => {
        const { id, accounts, reason, answer, created_at: at, settled_at: settledAt } = claim;
        const parts = partsOf(claim);
        return (
          <li key={id} className={classes.claim}>
            <div className={classes.line}>
              <WarrantyClaimBadge claim={claim} />
              <span className="figures">
                {t('warrantyClaims.accounts', { count: accounts })}
                {parts.map(
                  ({ end, n }) => ` · ${t(`warrantyClaims.part.${end}`, { n: n.toLocaleString(language) })}`,
                )}
              </span>
              <time dateTime={at} className={classes.time}>
                {formatDateTime(at, language)}
              </time>
            </div>
            <p className={classes.said}>{reason}</p>
            {settledAt !== null && (
              <p className={classes.said}>
                <span>{t('warrantyClaims.answered', { date: formatDateTime(settledAt, language) })}</span>
                {answer}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
