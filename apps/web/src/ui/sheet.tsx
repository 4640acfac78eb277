import { Drawer, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sheet.module.css';

type Props = {
  onClose: () => void;
  title: ReactNode;
  /** Where there is room: in the middle, or along the end of the page. */
  side?: 'middle' | 'end';
  /** Width where there is room. */
  size: number;
  children: ReactNode;
};

/** What opens over a page: a dialog or a drawer on a desktop, a sheet from below on a phone. */
export function Sheet({ onClose, title, side = 'middle', size, children }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const shared = {
    opened: true,
    onClose,
    title,
    closeButtonProps: { 'aria-label': t('shell.close') },
    overlayProps: { backgroundOpacity: 0.45, blur: 2 },
  };
  const parts = { header: classes.header!, title: classes.title!, body: classes.body! };
  if (isPhone)
    return (
      <Drawer
        {...shared}
        position="bottom"
        size="auto"
        classNames={{ ...parts, content: classes.fromBelow! }}
      >
        {children}
      </Drawer>
    );
  if (side === 'end')
    return (
      <Drawer {...shared} position="right" size={size} classNames={parts}>
        {children}
      </Drawer>
    );
  return (
    <Modal {...shared} centered size={size} classNames={{ ...parts, content: classes.dialog! }}>
      {children}
    </Modal>
  );
}
