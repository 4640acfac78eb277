import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RechargeDesk } from '../features/recharges/form/recharge-desk.tsx';
import { RechargeHistory } from '../features/recharges/history/recharge-history.tsx';
import { useRechargeEvents } from '../features/recharges/history/use-recharges.ts';
import type { PayPage } from '../features/recharges/payment/wallet-way.tsx';
import { SandboxWallet } from '../features/sandbox/sandbox-wallet.tsx';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Announced } from './announced.tsx';
import classes from './recharging.module.css';

/** Needed only once a top-up is open. */
const RechargePayment = lazy(() => import('../features/recharges/payment/recharge-payment.tsx'));

/** The top-up page of both areas. The address names the open top-up, so a reload comes back to it. */
export function Recharging({ payPage }: { payPage: PayPage }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const orderId = search.get('order');
  useRechargeEvents();
  return (
    <>
      <PageHeader title={t('recharges.title')} lede={t('recharges.lede')} />
      <BlockBoundary key={orderId}>
        {orderId === null ? (
          <RechargeDesk onOpen={({ order_id: opened }) => setSearch({ order: opened })} />
        ) : (
          <Suspense fallback={<Skeleton height={520} radius="lg" />}>
            <RechargePayment
              orderId={orderId}
              payPage={payPage}
              onLeave={() => setSearch({})}
              renderWallet={({ type, wallet_address: to, pay_amount: amount }) => (
                <SandboxWallet type={type} to={to} amount={amount} />
              )}
            />
          </Suspense>
        )}
      </BlockBoundary>
      <div className={classes.history}>
        <BlockBoundary>
          <RechargeHistory />
        </BlockBoundary>
      </div>
      <Announced at="recharge" />
    </>
  );
}
