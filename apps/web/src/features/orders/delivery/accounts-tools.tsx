import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { saveFile } from '../../../lib/browser/save-file.ts';

type Format = 'txt' | 'csv';

const fetchFile = (orderNo: string, format: Format): Promise<Blob> =>
  download('readAccounts', { params: { order_no: orderNo }, query: { format } });

/** Copies or downloads all accounts of an order, exactly as they were imported. */
export function AccountsTools({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation();
  return (
    <>
      <CopyButton
        label={t('orders.accounts.copyAll')}
        text={async () => (await (await fetchFile(orderNo, 'txt')).text()).trimEnd()}
      />
      <DownloadButton orderNo={orderNo} format="txt" />
      <DownloadButton orderNo={orderNo} format="csv" />
    </>
  );
}

function DownloadButton({ orderNo, format }: { orderNo: string; format: Format }) {
  const { t } = useTranslation();
  const save = useThrottledAction(async () =>
    saveFile(await fetchFile(orderNo, format), `${orderNo}.${format}`),
  );
  return (
    <ThrottledButton
      action={save}
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} />}
      aria-label={format === 'txt' ? t('orders.accounts.downloadTxt') : t('orders.accounts.downloadCsv')}
    >
      {t(`orders.accounts.${format}`)}
    </ThrottledButton>
  );
}
