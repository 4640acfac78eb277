import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';
import type { GoodsValues } from './goods-values.ts';

export type GoodsFormPart = { form: UseFormReturnType<GoodsValues> };

/** Name and description per language. Readers of a missing language get English, or any other. */
export function GoodsTexts({ form }: GoodsFormPart) {
  const { t } = useTranslation('admin');
  const { names, descriptions } = form.values;
  return (
    <LanguageTabs label={t('goods.languages')} isWritten={(language) => names[language].trim() !== ''}>
      {(language) => (
        <>
          <TextInput
            label={t('goods.field.name')}
            maxLength={120}
            autoComplete="off"
            value={names[language]}
            error={form.errors['names']}
            onChange={({ currentTarget }) => form.setFieldValue(`names.${language}`, currentTarget.value)}
          />
          <Textarea
            label={t('goods.field.description')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={4_000}
            value={descriptions[language]}
            error={form.errors['descriptions']}
            onChange={({ currentTarget }) =>
              form.setFieldValue(`descriptions.${language}`, currentTarget.value)
            }
          />
        </>
      )}
    </LanguageTabs>
  );
}
