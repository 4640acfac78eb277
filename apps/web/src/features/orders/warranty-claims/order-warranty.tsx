import type { Order, WarrantyClaim } from '@portside/contract';
import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { useNow } from '../../../lib/browser/use-countdown.ts';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { WarrantyClaimForm } from './warranty-claim-form.tsx';
import classes from './warranty-claims.module.css';
import { WarrantyClaimBadge, partsOf } from './warranty-claim-badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { itemsOf, query } from '../../../lib/api/query.ts';

const TICK_MS = 10_000;

/** The warranty of an order: how long it lasts, reporting accounts, and earlier claims. */
export default function OrderWarranty({ order }: { order: Order }) {
  const { t } = useTranslation('service');
  const { data: claims, isError, refetch } = useWarrantyClaims(order.order_no);
  const [isOpen, setIsOpen] = useState(false);
  const isCovered = useIsCovered(order);
  const hasClaims = claims !== undefined && claims.length > 0;
  if (order.claims_until === null && !hasClaims) return null;
  return (
    <section className={classes.claims}>
      <header className={classes.head}>
        <h3 className={classes.title}>{t('warrantyClaims.title')}</h3>
        {order.claims_until !== null && <Until moment={order.claims_until} isOver={!isCovered} />}
      </header>
      {isError && !claims && <FailedState onRetry={() => void refetch()} />}
      {hasClaims && <WarrantyClaimHistory claims={claims} />}
      {isCovered && claims && !isOpen && (
        <Button
          variant="default"
          leftSection={<IconLifebuoy size={17} stroke={1.7} />}
          onClick={() => setIsOpen(true)}
        >
          {t('warrantyClaims.open')}
        </Button>
      )}
      {isCovered && claims && isOpen && (
        <WarrantyClaimForm orderNo={order.order_no} claims={claims} onClose={() => setIsOpen(false)} />
      )}
    </section>
  );
}

function Until({ moment, isOver }: { moment: string; isOver: boolean }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const date = formatDateTime(moment, language);
  return (
    <time dateTime={moment} className={classes.until}>
      {isOver ? t('warrantyClaims.over', { date }) : t('warrantyClaims.until', { date })}
    </time>
  );
}

/** Whether the warranty lasts and the account data still exists to compare with. */
function useIsCovered({ claims_until: until, accounts_deleted: isErased }: Order): boolean {
  const nowMs = useNow(TICK_MS);
  return until !== null && !isErased && nowMs < Date.parse(until);
}

/** The claims of an order: when, why, and the shop's reply. */
function WarrantyClaimHistory({ claims }: { claims: readonly WarrantyClaim[] }) {
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

/** Claims of one of the buyer's own orders, newest first. */
const useWarrantyClaims = (orderNo: string) =>
  useQuery({ ...query('listOrderWarrantyClaims', { params: { order_no: orderNo } }), select: itemsOf });
