import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { parseAddress } from '@portside/chain/networks/address';
import type { Network } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isAddress } from '../../../lib/format/is-address.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { firstNetwork, listNetworks } from '../../../lib/networks.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import type { AllowedWallet } from './allowed-wallet.ts';
import { checkSettings } from './settings-values.ts';
import classes from './shop-settings.module.css';
import { AmountField } from '../../../ui/fields/decimal-field.tsx';

type Values = { type: Network; address: string; cap: string };

/** Adds a wallet to the list, or changes the cap of one that is on it. */
export function AllowWallet({ onAdd }: { onAdd: (wallet: AllowedWallet) => Promise<void> }) {
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
