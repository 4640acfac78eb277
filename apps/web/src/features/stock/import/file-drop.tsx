import '@mantine/dropzone/styles.layer.css';
import { CloseButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileText, IconFileUpload, IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import classes from '../stock.module.css';
import type { StockBatch } from '@portside/contract';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { useStockChanged } from '../import-progress.ts';
import { asUtf8 } from './import-source.ts';
import { isUnderWay, startImport, useImportRun, resumeImport } from './import-run.ts';

const ACCEPTED = {
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv', '.tab'],
};

type Props = { file: File | null; onFile: (file: File | null) => Promise<void> };

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
        <span>
          {new Intl.NumberFormat(language, {
            style: 'unit',
            unit: 'kilobyte',
            maximumFractionDigits: 0,
          }).format(Math.max(1, file.size / 1_000))}
        </span>
        <CloseButton aria-label={t('stock.import.removeFile')} onClick={() => void onFile(null)} />
      </p>
    );
  return (
    <Dropzone
      onDrop={([dropped]) => {
        setIsRefused(false);
        void onFile(dropped ?? null);
      }}
      onReject={() => setIsRefused(true)}
      accept={ACCEPTED}
      multiple={false}
      inputProps={{ 'aria-label': t('stock.import.choose') }}
      className={classes.drop}
    >
      <IconFileUpload size={36} stroke={1.4} aria-hidden />
      <strong>{t('stock.import.drop')}</strong>
      <span>{t('stock.import.kinds')}</span>
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
  const { file } = batch;
  const isAgain = !file?.name;
  const canGoOn = !isAgain && batch.username === username && !isBusy;
  const take = async (given: File | null) => {
    if (!given || !file) return;
    const chosen = await asUtf8(given);
    setIsOther(chosen.size !== file.bytes);
    if (chosen.size !== file.bytes) return;
    void startImport(resumeImport(batch, file.form, chosen), changed);
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
      {canGoOn && <FileDrop file={null} onFile={take} />}
    </div>
  );
}
