import '@mantine/dropzone/styles.layer.css';
import { CloseButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileText, IconFileUpload, IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import classes from '../stock.module.css';
import type { Encoding } from '@portside/accounts/encoding';
import { LONGEST_LINE } from '@portside/contract/wire/limits';
import type { StockBatch } from '@portside/contract';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { useStockChanged } from '../import-progress.ts';
import { decodeFile, type HeldFile } from '../../../lib/browser/decode-file.ts';
import { formatBytes } from '../../../lib/format/sizes.ts';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { isUnderWay, startImports, useImportRun, resumeImport } from './import-run.ts';

const ACCEPTED = {
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv', '.tab'],
};

type Props = { file: File | null; onFile: (file: File | null) => void };

/** Accepts a text file by drop or selection, and shows it. */
export function FileDrop({ file, onFile }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [isRefused, setIsRefused] = useState(false);
  if (file)
    return (
      <p className={classes.file}>
        <IconFileText size={24} stroke={1.6} aria-hidden />
        <strong>{file.name}</strong>
        <span>{formatBytes(file.size, language)}</span>
        <CloseButton aria-label={t('stock.import.removeFile')} onClick={() => onFile(null)} />
      </p>
    );
  return (
    <Dropzone
      onDrop={([dropped]) => {
        setIsRefused(false);
        onFile(dropped ?? null);
      }}
      onReject={() => setIsRefused(true)}
      accept={ACCEPTED}
      multiple={false}
      inputProps={{ 'aria-label': t('stock.import.choose') }}
      className={classes.drop}
    >
      <IconFileUpload size={36} stroke={1.4} aria-hidden />
      <strong>{t('stock.import.drop')}</strong>
      <span>{t('stock.import.kinds', { limit: LONGEST_LINE.toLocaleString(language) })}</span>
      {isRefused && (
        <span role="alert" className={classes.refused}>
          {t('stock.import.otherKind')}
        </span>
      )}
    </Dropzone>
  );
}

/** Resumes an interrupted import with the same file. */
export function ContinueImport({ batch, onGoOn }: { batch: StockBatch; onGoOn: () => void }) {
  const { t } = useTranslation('admin');
  const username = useStored((s) => s.user?.username);
  const isBusy = useImportRun((state) => isUnderWay(state.run));
  const changed = useStockChanged();
  const [isOther, setIsOther] = useState(false);
  const [held, setHeld] = useState<HeldFile | null>(null);
  const { file } = batch;
  const isAgain = !file?.name;
  const canGoOn = !isAgain && batch.username === username && !isBusy;
  const take = async (given: Blob, encoding: Encoding | null) => {
    if (!file) return;
    const decoded = await decodeFile(given, encoding);
    setHeld(decoded.held);
    if (decoded.file === null) return;
    setIsOther(decoded.file.size !== file.bytes);
    if (decoded.file.size !== file.bytes) return;
    void startImports([resumeImport(batch, file.form, decoded.file)], changed);
    onGoOn();
  };
  return (
    <div className={classes.step}>
      <Callout tone="warn" icon={<IconAlertTriangle size={18} />} title={t('stock.continue.title')}>
        {isAgain && t('stock.continue.again')}
        {!isAgain && batch.username !== username && t('stock.continue.other', { username: batch.username })}
        {!isAgain && batch.username === username && t('stock.continue.text', { name: file.name })}
      </Callout>
      {isOther && (
        <Callout tone="bad" title={t('stock.import.anotherFile.title')}>
          {t('stock.continue.otherSize', { name: file?.name })}
        </Callout>
      )}
      {canGoOn && !held && <FileDrop file={null} onFile={(given) => given && void take(given, null)} />}
      {canGoOn && held && (
        <EncodingChoice held={held} onChoose={(encoding) => void take(held.source, encoding)} />
      )}
    </div>
  );
}
