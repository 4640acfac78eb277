import { Skeleton, NativeSelect, TextInput } from '@mantine/core';
import { formatAddress, parseAddress } from '@portside/chain/networks/address';
import { useQuery } from '@tanstack/react-query';
import type { Hex } from 'viem';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { query } from '../../lib/api/query.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './settings.module.css';
import { useSettingsChanged, updateSettings } from './use-settings-form.ts';
import { useForm } from '@mantine/form';
import type { Network, ShopSettings } from '@portside/contract';
import { isAddress } from '../../lib/format/addresses.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { firstNetwork, listNetworks } from '../../lib/networks/networks.ts';
import { checkSettings } from './settings-values.ts';
import { AmountField } from '../../ui/fields/decimal-field.tsx';

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
        <code translate="no" className={classes.code}>
          {formatAddress(type, address as Hex)}
        </code>
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

type Values = { type: Network; address: string; cap: string };

/** Adds a wallet to the list, or changes the cap of one that is on it. */
function AllowWallet({ onAdd }: { onAdd: (wallet: AllowedWallet) => Promise<void> }) {
  const { t } = useTranslation('admin');
  const form = useForm<Values>({
    initialValues: { type: firstNetwork(), address: '', cap: '' },
    validate: {
      address: (value, { type }) => (isAddress(type, value) ? null : t('settings.allowed.notAddress')),
      cap: (value) => checkSettings.amount(value) && t('settings.problem.amount'),
    },
  });
  const add = useThrottledAction(async ({ type, address, cap }: Values) => {
    await onAdd({ type, address: parseAddress(type, address.trim()), cap: cap.trim() });
    form.reset();
  });
  return (
    <form className={classes.line} onSubmit={form.onSubmit(add.run)} noValidate>
      <NativeSelect
        label={t('settings.allowed.network')}
        data={listNetworks()}
        {...form.getInputProps('type')}
      />
      <TextInput
        label={t('settings.allowed.address')}
        autoComplete="off"
        spellCheck={false}
        className={classes.grow}
        {...form.getInputProps('address')}
      />
      <AmountField label={t('settings.allowed.cap')} {...form.getInputProps('cap')} />
      <ThrottledButton type="submit" action={add}>
        {t('settings.allowed.add')}
      </ThrottledButton>
    </form>
  );
}

/** A wallet that may allow more than one payment at once, with its cap in USDT. */
type AllowedWallet = ShopSettings['allowed_wallets'][number];
