import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { asUtf8 } from './as-utf8.ts';
import { FileDrop } from './file-drop.tsx';
import type { ImportSource } from './import-source.ts';
import classes from './import-wizard.module.css';

const GENDERS = ['unspecified', 'male', 'female'] as const;

type Props = {
  goods: readonly AdminGoods[];
  goodsId: string;
  /** The previous choice, when going back. */
  known: ImportSource | null;
  onNext: (source: ImportSource) => Promise<void>;
};

/** The product, and the accounts as file or pasted text. */
export function SourceStep({ goods, goodsId, known, onNext }: Props) {
  const { t } = useTranslation('admin');
  const [productId, setProductId] = useState(known?.goods.id ?? goodsId);
  const [gender, setGender] = useState(known?.gender ?? 'unspecified');
  const [note, setNote] = useState(known?.note ?? '');
  const [file, setFile] = useState<File | null>(known?.file instanceof File ? known.file : null);
  const [text, setText] = useState('');
  const product = goods.find(({ id }) => id === productId);
  const isEmpty = file === null && text.trim() === '';
  const take = async (chosen: File | null) => setFile(chosen && (await asUtf8(chosen)));
  const next = () => {
    if (!product || isEmpty) return;
    void onNext({ goods: product, gender, note, file: file ?? new Blob([text]), name: file?.name ?? '' });
  };
  return (
    <div className={classes.step}>
      <div className={classes.pair}>
        <NativeSelect
          label={t('stock.field.goods')}
          data={goods.map(({ id, name }) => ({ value: id, label: name }))}
          value={productId}
          onChange={({ currentTarget }) => setProductId(currentTarget.value)}
        />
        <NativeSelect
          label={t('stock.field.gender')}
          data={GENDERS.map((value) => ({ value, label: t(`stock.gender.${value}`) }))}
          value={gender}
          onChange={({ currentTarget }) =>
            setGender(GENDERS.find((one) => one === currentTarget.value) ?? 'unspecified')
          }
        />
      </div>
      <FileDrop file={file} onFile={take} />
      {file === null && (
        <Textarea
          label={t('stock.import.paste')}
          className={classes.lines}
          data-secret
          rows={7}
          spellCheck={false}
          placeholder={product?.format.columns.join(product.format.separator)}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <TextInput
        label={t('stock.field.note')}
        description={t('stock.import.noteHint')}
        maxLength={200}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button disabled={isEmpty || !product} onClick={next}>
          {t('stock.import.next')}
        </Button>
      </div>
    </div>
  );
}
