import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PHONE_WIDTH_PX } from '../../lib/browser/phone-width.ts';
import classes from './fold.module.css';

type Props = { title: ReactNode; children: ReactNode };

/** A message whose details a phone shows on request: there its title takes one line. Wide screens show all of it. */
export function Fold({ title, children }: Props) {
  const isPhone = useMediaQuery(`(max-width: ${PHONE_WIDTH_PX}px)`, false, {
    getInitialValueInEffect: false,
  });
  return (
    <details className={classes.fold} open={!isPhone}>
      <summary className={classes.title}>
        <span>{title}</span>
        <IconChevronDown size={16} aria-hidden />
      </summary>
      {children}
    </details>
  );
}
