import { Drawer, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
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
  usePageBehind();
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // Mantine's own head is a <header>, which a screen reader takes for the page's.
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

/** While a sheet is open the page behind it is out of reach, for a screen reader too; afterwards its focus is back. */
function usePageBehind(): void {
  useEffect(() => {
    const page = document.querySelector<HTMLElement>('#root');
    const focused = document.activeElement;
    // Counted: one sheet may open over another or take its turn, and either may be the first to close.
    openSheets += 1;
    if (page) page.inert = true;
    return () => {
      openSheets -= 1;
      if (page) page.inert = openSheets > 0;
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
  }, []);
}
