import { ActionIcon } from '@mantine/core';
import { IconFileTypeCsv, IconReceipt } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './history/history.module.css';
import { saveDownload } from '../../lib/browser/downloads.ts';

const KINDS = {
  pdf: { name: 'recharges.history.receipt', icon: IconReceipt },
  csv: { name: 'recharges.history.receiptCsv', icon: IconFileTypeCsv },
} as const satisfies Record<ReceiptFormat, unknown>;

type Props = { orderId: string; format: ReceiptFormat };

/** Downloads the receipt of a credited top-up. */
export function ReceiptButton({ orderId, format }: Props) {
  const { t } = useTranslation();
  const { name, icon: Icon } = KINDS[format];
  const label = t(name, { number: orderId });
  const save = useThrottledAction(() => saveReceipt(orderId, format));
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      loading={save.isRunning}
      onClick={() => void save.run()}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}

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

export const RECEIPT_FORMATS = ['pdf', 'csv'] as const;

type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];

/** Saves the receipt of a credited top-up, with times of the reader's zone. Throws ApiError. */
async function saveReceipt(orderId: string, format: ReceiptFormat): Promise<void> {
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
  await saveDownload('readReceipt', { params: { order_id: orderId }, query: { format, time_zone } });
}
