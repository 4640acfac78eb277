import { Button, Skeleton } from '@mantine/core';
import type { DeliveryFormat } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { DeliveryFormatForm } from './delivery-format-form.tsx';
import classes from './delivery-format-panel.module.css';
import { useDeliveryFormat } from './use-delivery-format.ts';

const PLACE = 'delivery-format';

/** How this buyer wants accounts on the page, as a file and by e-mail. */
export default function DeliveryFormatPanel() {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const format = useDeliveryFormat();
  const place = useRef<HTMLDivElement>(null);
  const isLoaded = format !== undefined;
  useEffect(() => {
    // It loads later than the page, so the browser has not found it.
    if (isLoaded && window.location.hash === `#${PLACE}`) place.current?.scrollIntoView();
  }, [isLoaded]);
  const keep = (saved: DeliveryFormat | null): void =>
    void client.setQueryData(queryKey('readDeliveryFormat', {}), saved);
  const remove = useThrottledAction(async () => {
    await call('deleteDeliveryFormat');
    keep(null);
    toastSuccess('deliveryFormat', t('delivery.format.removed'));
  });
  return (
    <div id={PLACE} ref={place} className={classes.place}>
      <Panel
        title={t('delivery.format.title')}
        aside={
          isLoaded && (
            <StatusBadge tone={format ? 'good' : 'neutral'}>
              {t(format ? 'delivery.format.own' : 'delivery.format.imported')}
            </StatusBadge>
          )
        }
      >
        <p className={classes.lede}>{t('delivery.format.lede')}</p>
        {isLoaded ? (
          <DeliveryFormatForm key={JSON.stringify(format)} format={format} onSaved={keep}>
            {format && (
              <Button variant="default" loading={remove.isRunning} onClick={() => void remove.run()}>
                {t('delivery.format.remove')}
              </Button>
            )}
          </DeliveryFormatForm>
        ) : (
          <Skeleton height={240} />
        )}
      </Panel>
    </div>
  );
}
