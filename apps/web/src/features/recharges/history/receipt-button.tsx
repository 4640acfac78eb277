import { ActionIcon, Menu } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { RECEIPT_FORMATS, saveReceipt } from './save-receipt.ts';

/** Downloads the receipt of a credited top-up, as PDF or CSV. */
export function ReceiptButton({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const name = t('recharges.history.receipt', { number: orderId });
  const save = useThrottledAction((format: (typeof RECEIPT_FORMATS)[number]) => saveReceipt(orderId, format));
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={name} title={name} loading={save.isRunning}>
          <IconReceipt size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {RECEIPT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void save.run(format)}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
