import { ActionIcon } from '@mantine/core';
import { IconFileTypeCsv, IconReceipt } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { saveReceipt, type ReceiptFormat } from './save-receipt.ts';

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
