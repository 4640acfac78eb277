import { Skeleton } from '@mantine/core';
import { formatAddress } from '@portside/chain/networks/address';
import { useQuery } from '@tanstack/react-query';
import type { Hex } from 'viem';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { query } from '../../../lib/api/query.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import { DataList, type Column } from '../../../ui/data/data-list.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { AllowWallet } from './allow-wallet.tsx';
import type { AllowedWallet } from './allowed-wallet.ts';
import classes from './shop-settings.module.css';
import { useSettingsChanged } from './use-settings-changed.ts';
import { updateSettings } from './update-settings.ts';

const isSame = (one: AllowedWallet, other: AllowedWallet): boolean =>
  one.type === other.type && one.address === other.address;

/** Wallets that may allow more than one payment at once, each up to its own cap. */
export function AllowedWallets() {
  const { t } = useTranslation('admin');
  const changed = useSettingsChanged();
  const { data, error, isError, refetch } = useQuery(query('readSettings'));
  // Read again first, so that a colleague's change of the list is not undone.
  const change = async (edit: (list: AllowedWallet[]) => AllowedWallet[]) => {
    const { allowed_wallets: list } = await call('readSettings');
    await changed(await updateSettings({ allowed_wallets: edit(list) }));
  };
  const remove = (wallet: AllowedWallet) => change((list) => list.filter((one) => !isSame(one, wallet)));
  const add = (wallet: AllowedWallet) =>
    change((list) => [...list.filter((one) => !isSame(one, wallet)), wallet]);
  const columns = useColumns(remove);
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={180} />;
  return (
    <Panel title={t('settings.allowed.title')}>
      <p className={classes.lede}>{t('settings.allowed.lede')}</p>
      <DataList
        label={t('settings.allowed.title')}
        columns={columns}
        rows={data.allowed_wallets}
        rowKey={({ type, address }) => type + address}
        empty={<p className={classes.lede}>{t('settings.allowed.empty')}</p>}
      />
      <Allowed to="replaceSettings">
        <AllowWallet onAdd={add} />
      </Allowed>
    </Panel>
  );
}

function useColumns(remove: (wallet: AllowedWallet) => Promise<void>): Column<AllowedWallet>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'address',
      title: t('settings.allowed.address'),
      onCard: 'wide',
      render: ({ type, address }) => (
        <code className={classes.code}>{formatAddress(type, address as Hex)}</code>
      ),
    },
    { key: 'type', title: t('settings.allowed.network'), render: ({ type }) => type },
    {
      key: 'cap',
      title: t('settings.allowed.cap'),
      align: 'end',
      render: ({ cap }) => <Money amount={cap} />,
    },
    {
      key: 'remove',
      title: t('settings.allowed.remove'),
      onCard: 'wide',
      align: 'end',
      render: (wallet) => (
        <Allowed to="replaceSettings">
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="red"
            question={t('settings.allowed.ask')}
            onConfirm={() => remove(wallet)}
          >
            {t('settings.allowed.remove')}
          </ConfirmButton>
        </Allowed>
      ),
    },
  ];
}
