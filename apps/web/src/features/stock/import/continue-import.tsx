import type { StockBatch } from '@portside/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { useStockChanged } from '../use-stock-changed.ts';
import { asUtf8 } from './as-utf8.ts';
import { FileDrop } from './file-drop.tsx';
import { isUnderWay, startImport, useImportRun } from './import-run.ts';
import classes from './import-wizard.module.css';
import { resumeImport } from './send-import.ts';

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
