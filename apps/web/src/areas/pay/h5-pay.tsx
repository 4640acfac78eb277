import { useTranslation } from '../../locales/use-translation.ts';
import { BrowserWallet, ManualTransfer } from '../../features/recharges/wallets/browser-wallet.tsx';
import { RechargeCheckout } from '../../features/recharges/wallets/recharge-checkout.tsx';
import { TicketGate } from '../../features/recharges/wallets/ticket-gate.tsx';
import { useNavigate } from '../../lib/router/hooks.ts';
import { PageHeader } from '../../ui/layout/panel.tsx';

/** Opened with a ticket in any browser, usually a wallet's; shows and pays this one top-up only. */
export function Page() {
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
