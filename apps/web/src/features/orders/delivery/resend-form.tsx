import type { Order } from '@portside/contract';
import { Skeleton, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { withTexts } from '../../../locales/language.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { isEmail, plainEmail } from '../../../lib/format/field-rules.ts';
import { DeliveryBadge } from '../history/order-facts.tsx';
import classes from './delivery.module.css';

const ConfirmEmail = lazy(withTexts('service', () => import('./confirm-email.tsx')));

/** The delivery e-mail's address and state, and sending it again to the same or another address. */
export function ResendForm({ order }: { order: Order }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { order_no: orderNo, delivery } = order;
  const [email, setEmail] = useState(delivery.email);
  const isRight = isEmail(email);
  const send = useThrottledAction(async () => {
    const changed = await call('mailAccounts', {
      params: { order_no: orderNo },
      body: { email: plainEmail(email) },
    });
    client.setQueryData(queryKey('readOrder', { params: { order_no: orderNo } }), changed);
    void client.invalidateQueries({ queryKey: queryKey('listOrders') });
    toastSuccess('resend', t('orders.delivery.queuedAgain'));
  });
  return (
    <section className={classes.delivery}>
      <header className={classes.resendFormHead}>
        <h3 className={classes.resendFormTitle}>{t('orders.delivery.title')}</h3>
        <DeliveryBadge state={delivery.state} />
        <span className={classes.to}>{delivery.email}</span>
      </header>
      {delivery.failure !== null && (
        <p className={classes.failure}>{t(`orders.delivery.failure.${delivery.failure}`)}</p>
      )}
      {delivery.state === 'unconfirmed' && (
        <Suspense fallback={<Skeleton height={120} radius="md" />}>
          <ConfirmEmail orderNo={orderNo} email={delivery.email} />
        </Suspense>
      )}
      {delivery.resends_left > 0 ? (
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isRight) void send.run();
          }}
        >
          <TextInput
            label={t('orders.delivery.sendTo')}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            error={!isRight && t(email.trim() === '' ? 'orders.email.missing' : 'orders.email.invalid')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <ThrottledButton
            type="submit"
            action={send}
            variant="default"
            disabled={!isRight}
            className={classes.send}
          >
            {t('orders.delivery.again')}
          </ThrottledButton>
          <p className={`${classes.resendFormLeft} figures`}>
            {t('orders.delivery.left', { count: delivery.resends_left })}
          </p>
        </form>
      ) : (
        <p className={classes.resendFormLeft}>{t('orders.delivery.none')}</p>
      )}
    </section>
  );
}
