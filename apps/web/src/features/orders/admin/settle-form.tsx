import { Button, Textarea } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
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
  /** What is settled. The rest of an order can only be refunded. */
  target: SettlementTarget;
  /** Amount of a refund in USDT. */
  price: string;
  /** Set where the target is a claim, which can also be rejected. */
  claimId?: string;
  onCancel?: () => void;
  onDone: () => void;
};

/** Replaces or refunds accounts, or rejects a claim. The buyer reads the reason. */
export function SettleForm({ title, orderNo, target, price, claimId, onCancel, onDone }: Props) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  const may = useMay();
  const { reason, setReason, problem, replace, refund, refuse } = useSettlement({ orderNo, target, onDone });
  const isDecider = may('replaceItems') || may('refundOrder') || may('refuseWarrantyClaim');
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
        label={t('warrantyClaims.say')}
        autosize
        minRows={2}
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.answers}>
        {(target.claim_id !== undefined || target.item_ids) && (
          <Allowed to="replaceItems">
            <ConfirmButton question={t('warrantyClaims.ask.replace')} onConfirm={replace}>
              {t('warrantyClaims.do.replace')}
            </ConfirmButton>
          </Allowed>
        )}
        <Allowed to="refundOrder">
          <ConfirmButton
            variant="light"
            question={t('warrantyClaims.ask.refund', { amount: `${formatUsdt(price, language)} USDT` })}
            onConfirm={refund}
          >
            {t('warrantyClaims.do.refund')}
          </ConfirmButton>
        </Allowed>
        {claimId !== undefined && (
          <Allowed to="refuseWarrantyClaim">
            <ConfirmButton
              variant="light"
              color="red"
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
    </div>
  );
}
