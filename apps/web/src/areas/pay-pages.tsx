import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRechargeEvents } from '../features/recharges/history/use-recharges.ts';
import { BrowserWallet, ManualTransfer } from '../features/recharges/wallets/browser-wallet.tsx';
import { QuickPay } from '../features/recharges/wallets/quick-pay.tsx';
import { RechargeCheckout } from '../features/recharges/wallets/recharge-checkout.tsx';
import { TicketGate } from '../features/recharges/wallets/ticket-gate.tsx';
import type { PayableRecharge } from '../lib/networks/networks.ts';
import { useNavigate, useSearchParams } from '../lib/site-location.tsx';
import { useTranslation } from '../locales/use-translation.ts';
import { ColourSchemeButton, LanguageMenu } from '../ui/buttons/language-menu.tsx';
import { Wordmark } from '../ui/layout/logo.tsx';
import { PageHeader, Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/messages/empty-state.tsx';
import { SpyglassPicture } from '../ui/pictures/pictures.tsx';
import { FooterTexts, SandboxSlot } from './layout-slots.tsx';
import classes from './pay-pages.module.css';

/** Layout of the payment pages, in a browser or a wallet: the shop's name, and no other navigation. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.brand}>
            <Wordmark />
          </Link>
          <LanguageMenu />
          <ColourSchemeButton />
        </div>
      </header>
      <main className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <FooterTexts as="footer" />
    </div>
  );
}

/** Payment page for desktops: this browser's wallet first, then the phone's. */
export function PayPage() {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeader title={t('pages.confirm.title')} lede={t('pages.confirm.lede')} />
      <OrderPayment
        topUp="/client/amount-recharge"
        renderWays={(recharge) => (
          <>
            <BrowserWallet recharge={recharge} isRecommended />
            <QuickPay recharge={recharge} isRecommended={false} />
            <ManualTransfer recharge={recharge} />
            <SandboxPayment recharge={recharge} />
          </>
        )}
      />
    </>
  );
}

/** The cashier page on phones, for the signed-in buyer: the top-up and the ways to pay it. */
export function CashRegister() {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeader title={t('pages.cashier.title')} lede={t('pages.cashier.lede')} />
      <OrderPayment
        topUp="/mobile/amount-recharge"
        renderWays={(recharge) => (
          <>
            <QuickPay recharge={recharge} isRecommended />
            <PayHere recharge={recharge} />
            <ManualTransfer recharge={recharge} />
            <SandboxPayment recharge={recharge} />
          </>
        )}
      />
    </>
  );
}

/** The payment step of the cashier: pays with this browser's wallet. */
export function PaymentStep() {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeader title={t('pages.step.title')} lede={t('pages.step.lede')} />
      <OrderPayment
        topUp="/mobile/amount-recharge"
        renderWays={(recharge) => <BrowserWallet recharge={recharge} isRecommended={false} />}
      />
    </>
  );
}

/** Opened with a ticket in any browser, usually a wallet's; shows and pays this one top-up only. */
export function TicketPage() {
  const { t } = useTranslation('pay');
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('pages.step.title')} />
      <TicketGate
        renderPayment={(orderId, token) => (
          <RechargeCheckout
            orderId={orderId}
            token={token}
            onAgain={() => void navigate('/mobile/amount-recharge')}
            renderWays={(recharge) => (
              <>
                <BrowserWallet recharge={recharge} token={token} isRecommended />
                <ManualTransfer recharge={recharge} />
              </>
            )}
          />
        )}
      />
    </>
  );
}

type OrderPaymentProps = {
  /** The top-up page of this area. */
  topUp: '/client/amount-recharge' | '/mobile/amount-recharge';
  renderWays: (recharge: PayableRecharge) => ReactNode;
};

/** The signed-in buyer's top-up that the URL names. */
function OrderPayment({ topUp, renderWays }: OrderPaymentProps) {
  const { t } = useTranslation('pay');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const orderId = search.get('order');
  useRechargeEvents();
  if (orderId === null)
    return (
      <Panel>
        <EmptyState
          picture={<SpyglassPicture />}
          text={t('pages.order.none')}
          action={
            <Button component={Link} to={topUp}>
              {t('pages.order.start')}
            </Button>
          }
        />
      </Panel>
    );
  return <RechargeCheckout orderId={orderId} renderWays={renderWays} onAgain={() => void navigate(topUp)} />;
}

/** The payment step has a page of its own, so that going back in a wallet's browser does not leave the shop. */
function PayHere({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('pay');
  if (recharge.sub_state !== 'waiting') return null;
  return (
    <Panel title={t('pages.ways.here')}>
      <p className={classes.text}>{t('pages.ways.hereText')}</p>
      <Button
        component={Link}
        to={`/mobile/h5Pay?order=${recharge.order_id}`}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconWallet size={19} stroke={1.7} aria-hidden />}
      >
        {t('pages.ways.connect')}
      </Button>
    </Panel>
  );
}

const SandboxPayment = ({ recharge }: { recharge: PayableRecharge }) =>
  recharge.sub_state === 'waiting' && (
    <SandboxSlot
      type={recharge.type}
      to={recharge.wallet_address}
      amount={recharge.pay_amount}
      isExact={recharge.mode === 'exact_amount'}
    />
  );
