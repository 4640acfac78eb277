import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { RECEIPT_FORMATS, saveReceipt, type ReceiptFormat } from '../history/save-receipt.ts';
import classes from './receipt-files.module.css';

/** The receipt of a credited top-up, for its buyer's books. */
export function ReceiptFiles({ orderId }: { orderId: string }) {
  return (
    <div className={classes.files}>
      {RECEIPT_FORMATS.map((format) => (
        <ReceiptFile key={format} orderId={orderId} format={format} />
      ))}
    </div>
  );
}

function ReceiptFile({ orderId, format }: { orderId: string; format: ReceiptFormat }) {
  const { t } = useTranslation('pay');
  const save = useThrottledAction(() => saveReceipt(orderId, format));
  return (
    <ThrottledButton action={save} variant="subtle" size="compact-sm">
      {t('pages.done.receipt', { format: format.toUpperCase() })}
    </ThrottledButton>
  );
}
