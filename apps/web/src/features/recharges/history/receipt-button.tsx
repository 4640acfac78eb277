import { ActionIcon } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { saveDownload } from '../../../lib/browser/save-download.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';

/** Downloads the receipt of a credited top-up as PDF. */
export function ReceiptButton({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const name = t('recharges.history.receipt', { number: orderId });
  const save = useThrottledAction(async () => {
    const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
    await saveDownload('readReceipt', { params: { order_id: orderId }, query: { time_zone } });
  });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={name}
      title={name}
      loading={save.isRunning}
      onClick={() => void save.run()}
    >
      <IconReceipt size={16} />
    </ActionIcon>
  );
}
