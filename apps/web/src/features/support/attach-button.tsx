import { ActionIcon } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { IMAGE_TYPES } from '../../lib/image-problem.ts';

type Props = {
  onAttach: (file: File | undefined) => void;
  /** Where the reader may send no images yet: called in place of choosing one. */
  onRefused: (() => void) | null;
};

/** Opens the browser's choice of files. */
export function AttachButton({ onAttach, onRefused }: Props) {
  const { t } = useTranslation('service');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join()}
        aria-label={t('support.image.attach')}
        onChange={({ currentTarget }) => {
          onAttach(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={42}
        aria-label={t('support.image.attach')}
        title={t('support.image.attach')}
        onClick={onRefused ?? (() => input.current?.click())}
      >
        <IconPhoto size={22} stroke={1.6} />
      </ActionIcon>
    </>
  );
}
