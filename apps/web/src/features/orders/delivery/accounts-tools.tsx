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
import classes from './delivery.module.css';
import { showSeparator } from './delivery-format-values.ts';
import { useDeliveryFormat, useSurvey } from './use-accounts.ts';

/** Characters that a cell of a spreadsheet holds at most. */
const LONGEST_CELL = 32_767;

type Format = 'txt' | 'csv' | 'xlsx' | 'own';

const requestOf = (orderNo: string, format: Format) => ({
  params: { order_no: orderNo },
  query: { format },
});

/** As the file, which ends its last line: pasted, that would be an empty one. Nothing else at the end is cut. */
const withoutLastLineEnd = (text: string): string => text.replace(/\r?\n$/, '');

/** Copies or downloads all accounts of an order, exactly as they were imported or in the buyer's own format. */
export function AccountsTools({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation();
  const own = useDeliveryFormat();
  const { data: survey } = useSurvey(orderNo);
  const { txt = 0, own: inOwn = 0 } = survey?.split_values ?? {};
  const isTooLong = (survey?.longest_value ?? 0) > LONGEST_CELL;
  const notes = [
    ...(txt > 0 ? [t('orders.accounts.splitTxt', { count: txt })] : []),
    ...(own && inOwn !== null && inOwn > 0
      ? [t('orders.accounts.splitOwn', { count: inOwn, separator: showSeparator(own.separator) })]
      : []),
    ...(isTooLong ? [t('orders.accounts.tooLong')] : []),
  ];
  return (
    <>
      <CopyButton
        label={t('orders.accounts.copyAll')}
        text={async () => {
          const file = await download('readAccounts', requestOf(orderNo, own ? 'own' : 'txt'));
          return withoutLastLineEnd(await file.text());
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
      <DownloadButton
        orderNo={orderNo}
        format="xlsx"
        name={t('orders.accounts.downloadXlsx')}
        isImpossible={isTooLong}
      >
        {t('orders.accounts.xlsx')}
      </DownloadButton>
      <Anchor
        component={Link}
        to={`${currentArea()}/personal-information#delivery-format`}
        size="sm"
        style={{ alignSelf: 'center' }}
      >
        {t('orders.accounts.setFormat')}
      </Anchor>
      <p className={classes.note}>{[t('orders.accounts.filesNote'), ...notes].join(' ')}</p>
    </>
  );
}

type ButtonProps = {
  orderNo: string;
  format: Format;
  name: string;
  isImpossible?: boolean;
  children: React.ReactNode;
};

function DownloadButton({ orderNo, format, name, isImpossible = false, children }: ButtonProps) {
  const save = useThrottledAction(() => saveDownload('readAccounts', requestOf(orderNo, format)));
  return (
    <ThrottledButton
      action={save}
      variant="default"
      size="xs"
      disabled={isImpossible}
      leftSection={<IconDownload size={16} />}
      aria-label={name}
    >
      {children}
    </ThrottledButton>
  );
}
