import { Button, FileButton, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Network } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { CHOOSES_AGAIN } from '../../lib/browser/decode-file.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { firstNetwork, listNetworks } from '../../lib/networks/networks.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './wallets.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

const WIDTH_PX = 560;
const SHORTEST_NOTE = 3;
/** Limit of the call. */
const LONGEST_LIST = 900_000;

type Values = { type: Network; text: string; note: string };

/** Replaces a network's sanctions list by a file or pasted text. */
export function SanctionsForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useWalletsChanged();
  const form = useForm<Values>({
    initialValues: { type: firstNetwork(), text: '', note: '' },
    validate: {
      text: (value) => {
        if (value.trim() === '') return t('wallets.listMissing');
        return value.length > LONGEST_LIST ? t('wallets.listTooLong') : null;
      },
      note: (value) => (value.trim().length < SHORTEST_NOTE ? t('wallets.noteMissing') : null),
    },
  });
  const send = useFormCall(form);
  const replace = useThrottledAction(async ({ type, text, note }: Values) => {
    const { listed } = await send('replaceSanctions', { body: { type, text, note: note.trim() } });
    toastSuccess('sanctions', t('wallets.listed', { wallets: listed.toLocaleString(language) }));
    await changed();
    onClose();
  });
  const read = async (file: File | null) => {
    if (file) form.setFieldValue('text', await file.text());
  };
  return (
    <Sheet title={t('wallets.sanctions')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(replace.run)} noValidate>
        <p className={classes.lede}>{t('wallets.sanctionsLede')}</p>
        <NativeSelect label={t('wallets.field.type')} data={listNetworks()} {...form.getInputProps('type')} />
        <FileButton
          inputProps={CHOOSES_AGAIN}
          accept=".txt,.csv,text/plain,text/csv"
          onChange={(file) => void read(file)}
        >
          {(props) => (
            <Button {...props} variant="default">
              {t('wallets.chooseFile')}
            </Button>
          )}
        </FileButton>
        <Textarea
          label={t('wallets.addresses')}
          className={classes.list}
          rows={8}
          spellCheck={false}
          {...form.getInputProps('text')}
        />
        <TextInput
          label={t('wallets.source')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        <ThrottledButton type="submit" action={replace}>
          {t('wallets.replace')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

/** Refetches the blocked wallets. */
export function useWalletsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKey('listBlockedWallets') });
}
