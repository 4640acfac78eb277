import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/api/use-may.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import classes from './order-items.module.css';
import { useSettlement, type SettlementTarget } from './use-settlement.ts';

type Props = {
  title: string;
  orderNo: string;
  /** A claim, accounts by their ids, or whatever is left of the order: that can be paid back only. */
  target: SettlementTarget;
  /** What paying it back comes to. */
  price: string;
  /** Where the target is a claim, which can be refused too. */
  claimId?: string;
  onCancel?: () => void;
  onDone: () => void;
};

/** Makes good for accounts, or says no; the reason is what the buyer reads. */
export function SettleForm({ title, orderNo, target, price, claimId, onCancel, onDone }: Props) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  const may = useMay();
  const { reason, setReason, problem, replace, refund, refuse } = useSettlement({ orderNo, target, onDone });
  const isDecider = may('replaceItems') || may('refundOrder') || may('refuseClaim');
  if (!isDecider)
    return (
      <div className={classes.form}>
        <h4>{title}</h4>
      </div>
    );
  return (
    <div className={classes.form}>
      <h4>{title}</h4>
      <Textarea
        label={t('claims.say')}
        autosize
        minRows={2}
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.answers}>
        {(target.claim_id !== undefined || target.item_ids) && (
          <Allowed to="replaceItems">
            <ConfirmButton question={t('claims.ask.replace')} onConfirm={replace}>
              {t('claims.do.replace')}
            </ConfirmButton>
          </Allowed>
        )}
        <Allowed to="refundOrder">
          <ConfirmButton
            variant="light"
            question={t('claims.ask.refund', { amount: `${formatUsdt(price, language)} USDT` })}
            onConfirm={refund}
          >
            {t('claims.do.refund')}
          </ConfirmButton>
        </Allowed>
        {claimId !== undefined && (
          <Allowed to="refuseClaim">
            <ConfirmButton
              variant="light"
              color="red"
              question={t('claims.ask.refuse')}
              onConfirm={() => refuse(claimId)}
            >
              {t('claims.do.refuse')}
            </ConfirmButton>
          </Allowed>
        )}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('translation:shell.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
