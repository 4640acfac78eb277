import { Stepper } from '@mantine/core';
import type { AdminGoods, ImportForm } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/sheet.tsx';
import { FormStep } from './form-step.tsx';
import { beginningOf, type ImportSource } from './import-source.ts';
import classes from './import-wizard.module.css';
import { RunStep } from './run-step.tsx';
import { SourceStep } from './source-step.tsx';

const WIDTH_PX = 860;

type Props = { goods: readonly AdminGoods[]; goodsId: string; onClose: () => void };

/** Brings accounts in: which, how their lines are read, and then all of them while it can be watched. */
export default function ImportWizard({ goods, goodsId, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [step, setStep] = useState(0);
  const [source, setSource] = useState<(ImportSource & { beginning: string }) | null>(null);
  const [form, setForm] = useState<ImportForm | null>(null);
  const choose = async (chosen: ImportSource) => {
    setSource({ ...chosen, beginning: await beginningOf(chosen.file) });
    setForm(null);
    setStep(1);
  };
  return (
    <Sheet title={t('stock.import.title')} size={WIDTH_PX} onClose={onClose}>
      <Stepper active={step} size="sm" iconSize={30} className={classes.steps} allowNextStepsSelect={false}>
        <Stepper.Step label={t('stock.import.step.source')} />
        <Stepper.Step label={t('stock.import.step.form')} />
        <Stepper.Step label={t('stock.import.step.run')} />
      </Stepper>
      {step === 0 && <SourceStep goods={goods} goodsId={goodsId} known={source} onNext={choose} />}
      {step === 1 && source && (
        <FormStep
          source={source}
          beginning={source.beginning}
          form={form}
          onForm={setForm}
          onBack={() => setStep(0)}
          onNext={() => setStep(2)}
        />
      )}
      {step === 2 && source && form && <RunStep source={source} form={form} onClose={onClose} />}
    </Sheet>
  );
}
