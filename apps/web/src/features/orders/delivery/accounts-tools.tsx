import { Anchor } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { download } from '../../../lib/api/call.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { saveDownload } from '../../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Link } from 'wouter';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { useDeliveryFormat } from './use-accounts.ts';

type Format = 'txt' | 'csv' | 'own';

const requestOf = (orderNo: string, format: Format) => ({
  params: { order_no: orderNo },
  query: { format },
});

/** Copies or downloads all accounts of an order, exactly as they were imported or in the buyer's own format. */
export function AccountsTools({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation();
  const own = useDeliveryFormat();
  return (
    <>
      <CopyButton
        label={t('orders.accounts.copyAll')}
        text={async () => {
          const file = await download('readAccounts', requestOf(orderNo, own ? 'own' : 'txt'));
          return (await file.text()).trimEnd();
        }}
      />
      {own && (
        <DownloadButton orderNo={orderNo} format="own" name={t('orders.accounts.downloadOwn')}>
          {t('orders.accounts.own')}
        </DownloadButton>
      )}
      <DownloadButton orderNo={orderNo} format="txt" name={t('orders.accounts.downloadTxt')}>
        {t('orders.accounts.txt')}
      </DownloadButton>
      <DownloadButton orderNo={orderNo} format="csv" name={t('orders.accounts.downloadCsv')}>
        {t('orders.accounts.csv')}
      </DownloadButton>
      <Anchor
        component={Link}
        to={`${currentArea()}/personal-information#delivery-format`}
        size="sm"
        style={{ alignSelf: 'center' }}
      >
        {t('orders.accounts.setFormat')}
      </Anchor>
    </>
  );
}

type ButtonProps = { orderNo: string; format: Format; name: string; children: React.ReactNode };

function DownloadButton({ orderNo, format, name, children }: ButtonProps) {
  const save = useThrottledAction(() => saveDownload('readAccounts', requestOf(orderNo, format)));
  return (
    <ThrottledButton
      action={save}
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} />}
      aria-label={name}
    >
      {children}
    </ThrottledButton>
  );
}
