import { Button, Textarea } from '@mantine/core';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/permissions.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './orders-admin.module.css';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import type { AdminOrder, Data } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { useRef, useState, type ReactNode } from 'react';
import type { RequestOf } from '../../../lib/api/call.ts';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';

type Props = {
  title: string;
  order: Pick<AdminOrder, 'order_no' | 'agent'>;
  /** What is settled. The rest of an order can only be refunded. */
  target: SettlementTarget;
  /** How many accounts that is, and the amount of their refund in USDT. */
  accounts: number;
  price: string;
  /** Below the title. */
  children?: ReactNode;
  /** Set where the target is a claim, which as a whole can also be rejected. */
  claimId?: string;
  onCancel?: () => void;
  onDone: () => void;
};

/** Replaces or refunds accounts, or rejects a claim. The buyer reads the reason. */
export function SettleForm(props: Props) {
  const { title, order, target, accounts, price, children, onDone } = props;
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const may = useMay();
  const orderNo = order.order_no;
  const settlement = useSettlement({ orderNo, target, onDone });
  const { reason, setReason, problem } = settlement;
  const reply = useRef<HTMLTextAreaElement>(null);
  /** Before the question: an answer that lacks its reply would come back after it. */
  function mayAsk(): boolean {
    const isReady = settlement.check();
    if (!isReady) reply.current?.focus();
    return isReady;
  }
  const { data: limits } = useAfterSales(orderNo);
  const isDecider = may('replaceItems') || may('refundOrder') || may('refuseWarrantyClaim');
  const amount = `${formatUsdt(price, language)} USDT`;
  return (
    <div className={classes.form}>
      <h4>{title}</h4>
      {children}
      <p className={`${classes.sums} figures`}>
        <span>{t('warrantyClaims.sum', { amount })}</span>
        {isReplaceable(target) && limits && (
          <span data-short={limits.stock < accounts || undefined}>
            {t('warrantyClaims.stock', { n: limits.stock.toLocaleString(language) })}
          </span>
        )}
      </p>
      {isDecider && (
        <Textarea
          ref={reply}
          label={t('warrantyClaims.say')}
          autosize
          minRows={2}
          value={reason}
          error={problem}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      {limits && isDecider && <Hints limits={limits} price={price} />}
      <Answers {...props} limits={limits} {...settlement} mayAsk={mayAsk} />
    </div>
  );
}

type AnswersProps = Props &
  Pick<ReturnType<typeof useSettlement>, 'replace' | 'refund' | 'refuse'> & {
    limits: Data<'readAfterSales'> | undefined;
    mayAsk: () => boolean;
  };

/** The buttons; what waits for a second person is not offered again. */
function Answers({ limits, mayAsk, replace, refund, refuse, ...props }: AnswersProps) {
  const { order, target, accounts, price, claimId, onCancel } = props;
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  const isPending = (what: 'refund' | 'replacement') => limits?.pending.includes(what) ?? false;
  const lacksStock = limits !== undefined && limits.stock < accounts;
  const amount = `${formatUsdt(price, language)} USDT`;
  return (
    <div className={classes.answers}>
      {isReplaceable(target) && !isPending('replacement') && (
        <Allowed to="replaceItems">
          <ConfirmButton
            disabled={lacksStock}
            mayAsk={mayAsk}
            question={t('warrantyClaims.ask.replace')}
            onConfirm={replace}
          >
            {t('warrantyClaims.do.replace')}
          </ConfirmButton>
        </Allowed>
      )}
      {!isPending('refund') && (
        <Allowed to="refundOrder">
          <ConfirmButton
            variant="light"
            mayAsk={mayAsk}
            question={t(order.agent ? 'warrantyClaims.ask.refundAgent' : 'warrantyClaims.ask.refund', {
              amount,
            })}
            onConfirm={refund}
          >
            {t('warrantyClaims.do.refund')}
          </ConfirmButton>
        </Allowed>
      )}
      {claimId !== undefined && target.item_ids === undefined && (
        <Allowed to="refuseWarrantyClaim">
          <ConfirmButton
            variant="light"
            color="red"
            mayAsk={mayAsk}
            question={t('warrantyClaims.ask.refuse')}
            onConfirm={() => refuse(claimId)}
          >
            {t('warrantyClaims.do.refuse')}
          </ConfirmButton>
        </Allowed>
      )}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('translation:shell.cancel')}
        </Button>
      )}
    </div>
  );
}

/** What a second person has to do with it: known before anything is sent. */
function Hints({ limits, price }: { limits: Data<'readAfterSales'>; price: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { alone_up_to: limit, pending } = limits;
  const needsSecond = limit === null || parseMicro(price) > parseMicro(limit);
  return (
    <>
      {pending.map((what) => (
        <p key={what} className={classes.hint}>
          {t(`warrantyClaims.pending.${what}`)}
        </p>
      ))}
      {needsSecond && (
        <p className={classes.hint}>
          {limit === null
            ? t('warrantyClaims.second.own')
            : t('warrantyClaims.second.above', { amount: `${formatUsdt(limit, language)} USDT` })}
        </p>
      )}
    </>
  );
}

/** The open claims of an order, stock to replace with, and what needs a second person. */
export const useAfterSales = (orderNo: string) =>
  useQuery(query('readAfterSales', { params: { order_no: orderNo } }));

/** The rest of an order can only be refunded. */
const isReplaceable = ({ claim_id: claim, item_ids: items }: SettlementTarget): boolean =>
  claim !== undefined || items !== undefined;

/** A claim, accounts by their ids, or all that is left of the order. */
type SettlementTarget = Omit<NonNullable<RequestOf<'replaceItems'>['body']>, 'reason'>;

type Settlement = { orderNo: string; target: SettlementTarget; onDone: () => void };

/** Replaces, refunds or refuses, each with a reason of at least `SHORTEST_REASON` letters that the buyer reads. */
function useSettlement({ orderNo, target, onDone }: Settlement) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ReactNode>(null);
  const send = useFormCall({
    values: { reason },
    setErrors: ({ reason: found }) => setProblem(found),
    isDirty: () => reason.trim() !== '',
  });

  const written = reason.trim();
  /** Whether the reply is there; else says that it is missing. */
  function check(): boolean {
    const isMissing = written.length < SHORTEST_REASON;
    setProblem(isMissing && t('warrantyClaims.sayMissing'));
    return !isMissing;
  }

  /** `act` makes the call and returns the success message. */
  async function settle(act: () => Promise<string>): Promise<void> {
    if (!check()) return;
    toastSuccess('settled', await act());
    setReason('');
    await client.invalidateQueries();
    onDone();
  }
  const request = { params: { order_no: orderNo }, body: { ...target, reason: written } };
  return {
    reason,
    setReason,
    problem,
    check,
    replace: () =>
      settle(async () => {
        const { proposal } = await send('replaceItems', request);
        return t(proposal ? 'warrantyClaims.done.replacementProposed' : 'warrantyClaims.done.replaced');
      }),
    refund: () =>
      settle(async () => {
        const { proposal } = await send('refundOrder', request);
        return t(proposal ? 'warrantyClaims.done.proposed' : 'warrantyClaims.done.refunded');
      }),
    refuse: (claimId: string) =>
      settle(async () => {
        await send('refuseWarrantyClaim', { params: { id: claimId }, body: { reason: written } });
        return t('warrantyClaims.done.refused');
      }),
  };
}
