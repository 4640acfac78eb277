import { Button, FileButton, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { IconFileUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { ImportPreview, isTooMuch } from './import-preview.tsx';
import { readFile, type FileFault } from './read-file.ts';
import classes from './user-imports.module.css';

type Read = { readonly name: string; readonly text: string; readonly preview: Data<'previewUserImport'> };

const TOLD = {
  proposed: 'proposed',
  cooling: 'proposed',
  running: 'started',
  done: 'same',
  rejected: 'proposed',
} as const;

/** Choose a file, see what it would become, propose it. */
export function ProposeImport() {
  const { t } = useTranslation('admin');
  const [read, setRead] = useState<Read | null>(null);
  const [fault, setFault] = useState<FileFault | 'notCsv' | null>(null);
  const open = async (file: File | null) => {
    if (!file) return;
    setFault(null);
    setRead(null);
    const found = await readFile(file);
    if ('fault' in found) return setFault(found.fault);
    try {
      const preview = await call('previewUserImport', { body: found }, { quietFor: ['invalidFormat'] });
      setRead({ name: file.name, text: found.text, preview });
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'invalidFormat') setFault('notCsv');
    }
  };
  return (
    <section className={classes.part}>
      <p className={classes.lede}>{t('userImports.lede')}</p>
      <p className={classes.quiet}>{t('userImports.columns')}</p>
      <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void open(file)}>
        {(props) => (
          <Button
            {...props}
            variant={read ? 'default' : 'filled'}
            className={classes.choose}
            leftSection={<IconFileUpload size={17} stroke={1.7} />}
          >
            {t(read ? 'userImports.other' : 'userImports.choose')}
          </Button>
        )}
      </FileButton>
      {fault && (
        <p role="alert" className={classes.fault}>
          {t(`userImports.${fault}`)}
        </p>
      )}
      {read && <ImportPreview name={read.name} preview={read.preview} />}
      {read && read.preview.users > 0 && !isTooMuch(read.preview) && (
        <ProposeForm {...read} onDone={() => setRead(null)} />
      )}
    </section>
  );
}

function ProposeForm({ name, text, onDone }: Read & { onDone: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('userImports.reasonMissing') : null),
    },
  });
  const send = useFormCall(form);
  const propose = useThrottledAction(async ({ reason }: typeof form.values) => {
    const body = { text, file_name: name.slice(0, 200), reason: reason.trim() };
    const { state } = await send('proposeUserImport', { body });
    toastSuccess('userImport', t(`userImports.${TOLD[state]}`));
    const names = ['listUserImports', 'listProposals', 'listUsers'] as const;
    await Promise.all(names.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })));
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(propose.run)} noValidate>
      <Textarea label={t('userImports.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={propose}>
        {t('userImports.submit')}
      </ThrottledButton>
    </form>
  );
}
