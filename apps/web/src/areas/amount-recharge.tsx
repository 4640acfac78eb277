import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { NewRecharge } from '../features/recharges/form/new-recharge.tsx';
import { useRechargeEvents } from '../features/recharges/history/use-recharges.ts';
import type { PayPage } from '../features/recharges/payment/wallet-link.tsx';
import { AfterContent, BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { useNavigate, useSearchParams } from '../lib/site-location.tsx';
import { currentArea } from '../lib/browser/current-area.ts';
import { useOrderIntent } from '../lib/stored/order-intent.ts';
import { withTexts } from '../locales/language.ts';
import { PageHeader, Panel } from '../ui/layout/panel.tsx';
import { WhenNear } from '../ui/layout/when-near.tsx';
import { AnnouncementSlot, SandboxSlot } from './layout-slots.tsx';
import classes from './pages.module.css';

/** Needed only when a top-up is open. */
const RechargePayment = lazy(
  withTexts('pay', () => import('../features/recharges/payment/recharge-payment.tsx')),
);

/** Below the form: not needed until the reader scrolls. */
const RechargeHistory = lazy(() => import('../features/recharges/history/recharge-history.tsx'));

/** Needed only where an order waits for the top-up. */
const IntentNote = lazy(withTexts('browse', () => import('./intent-note.tsx')));

/** Below the form. */
const TopUpExtras = lazy(withTexts('service', () => import('./top-up-extras.tsx')));

const SUMS = { amount: /^\d{1,6}(\.\d{1,2})?$/, total: /^\d{1,9}(\.\d{1,6})?$/ };

/** A sum in USDT of the address, which the form of an order that waits has linked; empty for none. */
const sumIn = (search: URLSearchParams, name: keyof typeof SUMS): string =>
  SUMS[name].exec(search.get(name) ?? '')?.[0] ?? '';

/** The top-up page of both areas. The URL names the open top-up, so that a reload returns to it. */
export function Page() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const payPage: PayPage = currentArea() === '/mobile' ? '/mobile/cashRegister' : '/pay';
  const orderId = search.get('order');
  const amount = sumIn(search, 'amount');
  const hasIntent = useOrderIntent() !== null;
  useRechargeEvents();
  return (
    <>
      <AnnouncementSlot position="recharge" />
      <PageHeader title={t('recharges.title')} lede={t('recharges.lede')} />
      <BlockBoundary key={orderId}>
        {orderId === null ? (
          <>
            {hasIntent && (
              <Suspense>
                <IntentNote text="topUp" total={sumIn(search, 'total')} />
              </Suspense>
            )}
            <NewRecharge
              amount={amount}
              onOpen={({ order_id: opened }) => setSearch({ order: opened })}
              onPay={({ order_id: opened }) => void navigate(`${payPage}?order=${opened}`)}
              renderWallet={({ type, address, minimum_amount: minimum }) => (
                <SandboxSlot
                  key={address}
                  type={type}
                  to={address}
                  minimum={minimum}
                  {...(amount !== '' && { amount })}
                />
              )}
            />
            <AfterContent>
              <TopUpExtras />
            </AfterContent>
          </>
        ) : (
          <Suspense fallback={<Skeleton height={520} radius="lg" />}>
            <RechargePayment
              orderId={orderId}
              payPage={payPage}
              onLeave={() => setSearch({})}
              renderWallet={({ type, wallet_address: to, pay_amount: amount, mode }) => (
                <SandboxSlot type={type} to={to} amount={amount} isExact={mode === 'exact_amount'} />
              )}
            />
          </Suspense>
        )}
      </BlockBoundary>
      <div className={classes.history}>
        <BlockBoundary>
          <HistoryWhenNear />
        </BlockBoundary>
      </div>
    </>
  );
}

/** Until the reader scrolls near it, only its heading is rendered, so that screen readers find it. */
function HistoryWhenNear() {
  const { t } = useTranslation();
  const [isNear, setNear] = useState(false);
  const withTitle = (content: ReactNode) => <Panel title={t('recharges.history.title')}>{content}</Panel>;
  if (!isNear)
    return withTitle(
      <AfterContent>
        <WhenNear onNear={() => setNear(true)} />
      </AfterContent>,
    );
  return (
    <Suspense fallback={withTitle(<Skeleton height={240} />)}>
      <RechargeHistory />
    </Suspense>
  );
}
