import { Drawer, Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useIsPhone } from '../../lib/browser/current-area.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './sheet.module.css';

type Props = {
  onClose: () => void;
  title: ReactNode;
  /** On wide screens: centred, or along the right edge. */
  side?: 'middle' | 'end';
  /** Width in pixels on wide screens. */
  size: number;
  children: ReactNode;
};

/** A dialog or drawer on wide screens, a bottom sheet on phones. */
export function Sheet({ onClose, title, side = 'middle', size, children }: Props) {
  usePageBehind();
  const isPhone = useIsPhone();
  // Mantine's header is a <header> element, which screen readers take for the page's banner.
  const shared = {
    opened: true,
    onClose,
    withCloseButton: false,
    overlayProps: { backgroundOpacity: 0.45, blur: 2 },
  };
  if (!isPhone && side === 'middle')
    return (
      <Modal {...shared} centered size={size} classNames={{ body: classes.body, content: classes.dialog }}>
        <Head of={Modal} title={title} />
        {children}
      </Modal>
    );
  const place = isPhone
    ? {
        position: 'bottom' as const,
        size: 'auto',
        classNames: { body: classes.body, content: classes.fromBelow },
      }
    : { position: 'right' as const, size, classNames: { body: classes.body } };
  return (
    <Drawer {...shared} {...place}>
      <Head of={Drawer} title={title} />
      {children}
    </Drawer>
  );
}

function Head({ of: Parts, title }: { of: typeof Modal | typeof Drawer; title: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.head}>
      <Parts.Title className={classes.title}>{title}</Parts.Title>
      <Parts.CloseButton aria-label={t('shell.close')} />
    </div>
  );
}

let openSheets = 0;

/** While a sheet is open, the page behind it is inert, also for screen readers. Focus returns to it afterwards. */
function usePageBehind(): void {
  useEffect(() => {
    const page = document.querySelector<HTMLElement>('#root');
    const focused = document.activeElement;
    // Counted, because one sheet may open over another, and either may close first.
    openSheets += 1;
    if (page) page.inert = true;
    return () => {
      openSheets -= 1;
      if (page) page.inert = openSheets > 0;
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
  }, []);
}
