import { Checkbox, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';
import type { GoodsValues } from './goods-values.ts';

/** The editor is larger than the rest of the page, so it loads lazily. */
const RichTextField = lazy(() => import('../../../ui/fields/rich-text-field.tsx'));

export type GoodsFormPart = { form: UseFormReturnType<GoodsValues> };

/** Name, description and instruction per language. Readers of a missing language get English, or any other. */
export function GoodsTexts({ form }: GoodsFormPart) {
  const { t } = useTranslation('admin');
  const { names, descriptions, instructions } = form.values;
  return (
    <>
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
            <Suspense fallback={<Skeleton height={220} />}>
              <RichTextField
                label={t('goods.field.instruction')}
                description={t('goods.hint.instruction')}
                error={form.errors['instructions']}
                html={instructions[language]}
                onChange={(html) => form.setFieldValue(`instructions.${language}`, html)}
              />
            </Suspense>
          </>
        )}
      </LanguageTabs>
      <Checkbox
        label={t('goods.field.instructionInMail')}
        {...form.getInputProps('isInstructionMailed', { type: 'checkbox' })}
      />
    </>
  );
}
