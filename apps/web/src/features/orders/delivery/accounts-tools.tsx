import { Anchor } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Data } from '@portside/contract';
import { useState } from 'react';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './delivery.module.css';
import { showSeparator } from './delivery-format-values.ts';
import { copyOfAccounts, saveAccounts, type Format } from './order-actions.ts';
import { surveyOf, useDeliveryFormat } from './use-accounts.ts';

/** Characters that a cell of a spreadsheet holds at most. */
const LONGEST_CELL = 32_767;

const isTooLongFor = (survey: Data<'surveyAccounts'> | null | undefined): boolean =>
  (survey?.longest_value ?? 0) > LONGEST_CELL;

type ToolsProps = { orderNo: string; /** On the page. */ areShown: boolean };

/**
 * Copies or downloads all accounts of an order, exactly as they were imported or in the buyer's own format. What is to
 * be known of them is said once they are shown or taken.
 */
export function AccountsTools({ orderNo, areShown }: ToolsProps) {
  const { t } = useTranslation();
  const own = useDeliveryFormat();
  const client = useQueryClient();
  const [areTaken, setAreTaken] = useState(false);
  const { data: survey } = useQuery({ ...surveyOf(orderNo), enabled: areShown || areTaken });
  const { txt = 0, own: inOwn = 0 } = survey?.split_values ?? {};
  const isTooLong = isTooLongFor(survey);
  const notes = [
    ...(txt > 0 ? [t('orders.accounts.splitTxt', { count: txt })] : []),
    ...(own && inOwn !== null && inOwn > 0
      ? [t('orders.accounts.splitOwn', { count: inOwn, separator: showSeparator(own.separator) })]
      : []),
    ...(isTooLong ? [t('orders.accounts.tooLong')] : []),
  ];
  const save = (format: Format) => {
    setAreTaken(true);
    return saveAccounts(orderNo, format);
  };
  const saveXlsx = async () => {
    setAreTaken(true);
    // Where it is not known the server decides.
    const known = await client.ensureQueryData(surveyOf(orderNo)).catch(() => null);
    if (!isTooLongFor(known)) await save('xlsx');
  };
  return (
    <>
      <CopyButton
        label={t('orders.accounts.copyAll')}
        text={() => {
          setAreTaken(true);
          return copyOfAccounts(orderNo, own ? 'own' : 'txt');
        }}
      />
      {own && (
        <DownloadButton save={() => save('own')} name={t('orders.accounts.downloadOwn')}>
          {t('orders.accounts.own')}
        </DownloadButton>
      )}
      <DownloadButton save={() => save('txt')} name={t('orders.accounts.downloadTxt')}>
        {t('orders.accounts.txt')}
      </DownloadButton>
      <DownloadButton save={() => save('csv')} name={t('orders.accounts.downloadCsv')}>
        {t('orders.accounts.csv')}
      </DownloadButton>
      <DownloadButton save={saveXlsx} name={t('orders.accounts.downloadXlsx')} isImpossible={isTooLong}>
        {t('orders.accounts.xlsx')}
      </DownloadButton>
      {/* Beside this page, whose accounts it would close. */}
      <Anchor
        href={`${currentArea()}/personal-information#delivery-format`}
        target="_blank"
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
  save: () => Promise<void>;
  name: string;
  isImpossible?: boolean;
  children: React.ReactNode;
};

function DownloadButton({ save, name, isImpossible = false, children }: ButtonProps) {
  return (
    <ThrottledButton
      action={useThrottledAction(save)}
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
