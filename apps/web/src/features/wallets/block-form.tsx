import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Network } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { isAddress } from '../../lib/format/is-address.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { firstNetwork, listNetworks } from '../../lib/networks.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { useWalletsChanged } from './use-wallets-changed.ts';
import classes from './wallets.module.css';

const WIDTH_PX = 480;
const SHORTEST_NOTE = 3;

type Values = { type: Network; address: string; note: string };

/** Adds a wallet to the operator's own block list. */
export function BlockForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useWalletsChanged();
  const form = useForm<Values>({
    initialValues: { type: firstNetwork(), address: '', note: '' },
    validate: {
      address: (value, { type }) => (isAddress(type, value) ? null : t('wallets.notAddress')),
      note: (value) => (value.trim().length < SHORTEST_NOTE ? t('wallets.noteMissing') : null),
    },
  });
  const send = useFormCall(form, { refusals: { dataExists: 'address' } });
  const block = useThrottledAction(async ({ type, address, note }: Values) => {
    await send('blockWallet', { body: { type, address: address.trim(), note: note.trim() } });
    await changed();
    onClose();
  });
  return (
    <Sheet title={t('wallets.block')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(block.run)} noValidate>
        <p className={classes.lede}>{t('wallets.blockLede')}</p>
        <NativeSelect label={t('wallets.field.type')} data={listNetworks()} {...form.getInputProps('type')} />
        <TextInput
          label={t('wallets.field.address')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('address')}
        />
        <Textarea
          label={t('wallets.field.note')}
          autosize
          minRows={2}
          maxLength={200}
          {...form.getInputProps('note')}
        />
        <ThrottledButton type="submit" action={block}>
          {t('wallets.block')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
