import type { AdminOrder } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { DeliveryBadge } from '../history/order-status-badge.tsx';
import classes from './admin-order-sheet.module.css';

/** State of the delivery e-mail, and a button that sends it again to the same address. */
export function DeliveryStatus({
  order: { order_no: number, delivery, accounts_deleted: isErased },
}: {
  order: AdminOrder;
}) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const send = async () => {
    await call('mailAnyOrder', { params: { order_no: number } });
    toastSuccess('mailed', t('orders.mailed'));
    await client.invalidateQueries({ queryKey: queryKey('readAnyOrder') });
  };
  return (
    <div className={classes.delivery}>
      <DeliveryBadge state={delivery.state} />
      <span>{delivery.email}</span>
      {!isErased && (
        <Allowed to="mailAnyOrder">
          <ConfirmButton
            size="xs"
            variant="default"
            question={t('orders.mailAsk', { email: delivery.email })}
            onConfirm={send}
          >
            {t('orders.mailAgain')}
          </ConfirmButton>
        </Allowed>
      )}
    </div>
  );
}
