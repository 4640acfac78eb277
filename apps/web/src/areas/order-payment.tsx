import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { useRechargeEvents } from '../features/recharges/history/use-recharges.ts';
import { RechargeCheckout } from '../features/recharges/wallets/recharge-checkout.tsx';
import { useNavigate, useSearchParams } from '../lib/router/hooks.ts';
import { Link } from '../lib/router/link.tsx';
import { EmptyState } from '../ui/messages/empty-state.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { SpyglassPicture } from '../ui/pictures/pictures.tsx';
import type { PayableRecharge } from '../lib/networks/networks.ts';

type Props = {
  /** The top-up page of this area. */
  topUp: '/client/amount-recharge' | '/mobile/amount-recharge';
  renderWays: (recharge: PayableRecharge) => ReactNode;
};

/** The signed-in buyer's top-up that the URL names, on any payment page. */
export function OrderPayment({ topUp, renderWays }: Props) {
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
