import type { WarrantyClaim } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useWarrantyAnswerHours } from '../../../lib/stored/warranty-answer-hours.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { FailedState } from '../../../ui/messages/failed-state.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useAccounts } from '../delivery/use-accounts.ts';
import { AccountPicker } from './account-picker.tsx';
import { oneLine } from './one-line.ts';
import classes from './order-warranty.module.css';

const LONGEST_REASON = 500;

type Props = { orderNo: string; claims: readonly WarrantyClaim[]; onClose: () => void };

/** Reports accounts as not working, with a description. Each account can be claimed once. */
export function WarrantyClaimForm({ orderNo, claims, onClose }: Props) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const client = useQueryClient();
  const answer = useWarrantyAnswerHours();
  const { data, isError, refetch } = useAccounts(orderNo);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const claimed = new Set(claims.flatMap(({ item_ids: ids }) => ids));
  const isReady = chosen.size > 0 && oneLine(reason).length >= SHORTEST_REASON;

  const send = useThrottledAction(async () => {
    try {
      const body = { item_ids: [...chosen], reason: oneLine(reason) };
      await call('createWarrantyClaim', { params: { order_no: orderNo }, body });
    } finally {
      await client.invalidateQueries({
        queryKey: queryKey('listOrderWarrantyClaims', { params: { order_no: orderNo } }),
      });
    }
    toastSuccess('claim', t('warrantyClaims.sent', { answer }));
    onClose();
  });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send.run();
      }}
    >
      <p className={classes.lede}>{t('warrantyClaims.lede')}</p>
      {isError && !data ? (
        <FailedState onRetry={() => void refetch()} />
      ) : data ? (
        <AccountPicker accounts={data.items} taken={claimed} chosen={chosen} onChange={setChosen} />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
      <Textarea
        label={t('warrantyClaims.reason')}
        placeholder={t('warrantyClaims.reasonHint')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {shop('shell.cancel')}
        </Button>
        <ThrottledButton type="submit" action={send} disabled={!isReady}>
          {t('warrantyClaims.send', { count: chosen.size })}
        </ThrottledButton>
      </div>
    </form>
  );
}
