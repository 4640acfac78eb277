import { Drawer, Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useIsPhone } from '../../lib/browser/current-area.ts';
import { mayLeave, UnsavedScope } from '../../lib/browser/unsaved.ts';
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

/** A dialog or drawer on wide screens, a bottom sheet on phones. Asks before it closes over what was typed in it. */
export function Sheet({ onClose, title, side = 'middle', size, children }: Props) {
  usePageBehind();
  const isPhone = useIsPhone();
  const [scope] = useState(() => ({}));
  const close = async (): Promise<void> => void ((await mayLeave(scope)) && onClose());
  const content = <UnsavedScope value={scope}>{children}</UnsavedScope>;
  // Mantine's header is a <header> element, which screen readers take for the page's banner.
  const shared = {
    opened: true,
    onClose: () => void close(),
    withCloseButton: false,
    overlayProps: { backgroundOpacity: 0.45 },
  };
  // One component at every width: another one would begin anew, without what was typed or chosen in it.
  if (side === 'middle') {
    const place = isPhone
      ? {
          size: '100%',
          xOffset: 0,
          yOffset: 0,
          transitionProps: { transition: 'slide-up' as const },
          classNames: { inner: classes.below, body: classes.body, content: classes.fromBelow },
        }
      : { size, centered: true, classNames: { body: classes.body, content: classes.dialog } };
    return (
      <Modal {...shared} {...place}>
        <Head of={Modal} title={title} />
        {content}
      </Modal>
    );
  }
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
      {content}
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
