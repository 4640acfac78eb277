import type { Data, DecimalSign } from '@portside/contract';
import { useState, type ComponentType } from 'react';
import { isRefusal, type ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { AmountQuestion } from '../../../ui/fields/amount-question.tsx';
import { TableFile, type TableFault } from '../../../ui/fields/table-file.tsx';
import { fieldFaultsOf } from '../../../ui/fields/use-form-call.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { ChangePreview } from './change-preview.tsx';
import type { EffectStepProps } from './goods-form.tsx';
import classes from './goods-form.module.css';
import { useGoodsChanged, useUndoGoods } from './use-goods-changed.ts';

type Fault = TableFault | 'twoColumns';
type Read = Data<'previewCatalogue'> & { text: string; sign: DecimalSign | undefined; key: string };

type Props = { EffectStep: ComponentType<EffectStepProps>; onClose: () => void };

/** Changes and creates products by a file: what the table of products downloads, edited. */
export function CatalogueFile({ EffectStep, onClose }: Props) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const { offer } = useUndoGoods();
  const [read, setRead] = useState<Read | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const restart = () => {
    setRead(null);
    setFault(null);
  };
  const preview = async (text: string, sign?: DecimalSign) => {
    const body = { text, ...(sign && { decimal_sign: sign }) };
    try {
      const found = await call('previewCatalogue', { body }, { quietFor: ['invalidFormat'] });
      setRead({ ...found, text, sign, key: crypto.randomUUID() });
    } catch (error) {
      if (isRefusal(error, 'invalidFormat')) setFault(faultOf(error));
    }
  };
  const apply = async (reason?: string) => {
    const { text, sign, digest, key } = read!;
    const body = { text, digest, ...(sign && { decimal_sign: sign }), ...(reason && { reason }) };
    const done = await call('applyCatalogue', { body }, { idempotencyKey: key });
    const message = t('bulk.done', { count: done.changed + done.created });
    offer(done.audit_id, done.proposed > 0 ? `${message} ${t('prices.proposed')}` : message);
    await changed();
    onClose();
  };
  const isAsked = read !== null && read.question !== null;
  return (
    <Sheet title={t('bulk.file.title')} side="end" size={640} onClose={onClose}>
      <div className={classes.preview}>
        <p className={classes.quiet}>{t('bulk.file.hint')}</p>
        <div className={classes.buttons}>
          <TableFile onChoose={restart} onText={preview} onFault={setFault}>
            {t('prices.file.choose')}
          </TableFile>
        </div>
        {fault && (
          <p role="alert" className={classes.problem}>
            {t(`bulk.file.${fault}`)}
          </p>
        )}
        {isAsked && (
          <AmountQuestion
            question={read.question!}
            answer={read.sign}
            onAnswer={(sign) => void preview(read.text, sign)}
          />
        )}
        {read && (!isAsked || read.sign) && (
          <ChangePreview preview={read} EffectStep={EffectStep} onConfirm={apply} onBack={restart} />
        )}
      </div>
    </Sheet>
  );
}

const FAULTS: Partial<Record<string, Fault>> = { long: 'tooLong', twice: 'twoColumns' };

const faultOf = (error: ApiError): Fault => FAULTS[fieldFaultsOf(error)[0]?.fault ?? ''] ?? 'notTable';
