import { Stepper } from '@mantine/core';
import type { AdminGoods, ImportForm } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { useStockChanged } from '../use-stock-changed.ts';
import { FormStep } from './form-step.tsx';
import { forgetImport, isUnderWay, startImport, useImportRun } from './import-run.ts';
import { readBeginning, type ImportSource } from './import-source.ts';
import classes from './import-wizard.module.css';
import { newImport } from './send-import.ts';
import { RunStep } from './run-step.tsx';
import { SourceStep } from './source-step.tsx';

const WIDTH_PX = 860;

type Props = { goods: readonly AdminGoods[]; goodsId: string; onClose: () => void };

/** Imports accounts in three steps: source, format, progress. The import continues after the wizard is closed. */
export default function ImportWizard({ goods, goodsId, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [step, setStep] = useState(0);
  const [source, setSource] = useState<(ImportSource & { beginning: string }) | null>(null);
  const [form, setForm] = useState<ImportForm | null>(null);
  const changed = useStockChanged();
  const run = useImportRun((state) => state.run);
  const choose = async (chosen: ImportSource) => {
    setSource({ ...chosen, beginning: await readBeginning(chosen.file) });
    setForm(null);
    setStep(1);
  };
  const close = () => {
    if (!isUnderWay(run)) forgetImport();
    onClose();
  };
  return (
    <Sheet title={t('stock.import.title')} size={WIDTH_PX} onClose={close}>
      <Stepper
        active={run ? 2 : step}
        size="sm"
        iconSize={30}
        wrap={false}
        className={classes.steps}
        classNames={{ step: classes.one!, stepBody: classes.body! }}
        allowNextStepsSelect={false}
      >
        <Stepper.Step label={t('stock.import.step.source')} />
        <Stepper.Step label={t('stock.import.step.form')} />
        <Stepper.Step label={t('stock.import.step.run')} />
      </Stepper>
      {!run && step === 0 && <SourceStep goods={goods} goodsId={goodsId} known={source} onNext={choose} />}
      {!run && step === 1 && source && (
        <FormStep
          source={source}
          beginning={source.beginning}
          form={form}
          onForm={setForm}
          onBack={() => setStep(0)}
          onStart={(chosen) => void startImport(newImport(source, chosen), changed)}
        />
      )}
      {run && <RunStep run={run} onClose={close} />}
    </Sheet>
  );
}
