import '@mantine/dropzone/styles.layer.css';
import { CloseButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileText, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './import-wizard.module.css';

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
