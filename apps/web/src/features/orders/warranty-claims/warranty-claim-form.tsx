import type { WarrantyClaim } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useWarrantyAnswerHours } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useUnsaved } from '../../../lib/browser/unsaved.ts';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './warranty-claims.module.css';
import { AccountPicker } from './account-picker.tsx';

const LONGEST_REASON = 500;
/** In one claim, as the contract has it. */
const MOST_ACCOUNTS = 10_000;

type WarrantyClaimFormProps = { orderNo: string; claims: readonly WarrantyClaim[]; onClose: () => void };

/** Reports accounts as not working, with a description. Each account can be claimed once. */
export function WarrantyClaimForm({ orderNo, claims, onClose }: WarrantyClaimFormProps) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const { data, isError, refetch } = useQuery({
    ...query('listAccountNames', { params: { order_no: orderNo } }),
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const claimed = new Set(claims.flatMap(({ item_ids: ids }) => ids));
  // Some that were chosen may have been claimed or replaced since.
  const free = data?.items.filter(({ id }) => !claimed.has(id)) ?? [];
  const picked = new Set(free.map(({ id }) => id).filter((id) => chosen.has(id)));
  useUnsaved(() => reason.trim() !== '' || picked.size > 0);
  const [isAsked, setIsAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const missing = missingOf(picked.size, oneLine(reason));
  const send = useSending({ orderNo, picked, reason: oneLine(reason), onClose });
  const submit = () => {
    setIsAsked(true);
    const first = missing.accounts ? 'input[type=checkbox]:enabled' : 'textarea[name]';
    if (missing.accounts || missing.reason) form.current?.querySelector<HTMLElement>(first)?.focus();
    else void send.run();
  };

  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.lede}>{t('warrantyClaims.lede')}</p>
      {isError && !data ? (
        <FailedState onRetry={() => void refetch()} />
      ) : data ? (
        <AccountPicker accounts={data.items} taken={claimed} chosen={picked} onChange={setChosen} />
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
        name="reason"
        error={isAsked && missing.reason && t(`warrantyClaims.missing.${missing.reason}`)}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.actions}>
        <Missing {...missing} isAsked={isAsked} />
        <Button variant="default" onClick={onClose}>
          {shop('shell.cancel')}
        </Button>
        <ThrottledButton type="submit" action={send}>
          {t('warrantyClaims.send', { count: picked.size })}
        </ThrottledButton>
      </div>
    </form>
  );
}

type Missing = { accounts: 'choose' | 'fewer' | null; reason: 'describe' | null };

const missingOf = (accounts: number, reason: string): Missing => ({
  accounts: accounts === 0 ? 'choose' : accounts > MOST_ACCOUNTS ? 'fewer' : null,
  reason: reason.length < SHORTEST_REASON ? 'describe' : null,
});

/** What the claim lacks, beside the button that sends it; in red once that was tried. */
function Missing({ accounts, reason, isAsked }: Missing & { isAsked: boolean }) {
  const { t } = useTranslation('service');
  const lacks = [accounts, reason].filter((one) => one !== null);
  return (
    <p className={classes.missing} aria-live="polite" data-asked={isAsked || undefined}>
      {lacks.map((one) => t(`warrantyClaims.missing.${one}`)).join(' ')}
    </p>
  );
}

type Sending = Pick<WarrantyClaimFormProps, 'orderNo' | 'onClose'> & {
  picked: ReadonlySet<string>;
  reason: string;
};

function useSending({ orderNo, picked, reason, onClose }: Sending) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const answer = useWarrantyAnswerHours();
  return useThrottledAction(async () => {
    const params = { order_no: orderNo };
    try {
      await call('createWarrantyClaim', { params, body: { item_ids: [...picked], reason } });
    } finally {
      await client.invalidateQueries({ queryKey: queryKey('listOrderWarrantyClaims', { params }) });
    }
    toastSuccess('claim', t('warrantyClaims.sent', { answer }));
    onClose();
  });
}

/** Joins the lines of a multi-line text into the single line that the shop stores. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
