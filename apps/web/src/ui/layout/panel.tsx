import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './panel.module.css';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { PHONE_WIDTH_PX } from '../../lib/browser/current-area.ts';
import { useTranslation } from '../../locales/use-translation.ts';

type Props = {
  /** Anchor for links. */
  id?: string;
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
  /** Only the title shows until the reader opens it; there is no `aside`. */
  isFolded?: boolean;
};

/** A card. `aside` is placed opposite the title. */
export const Panel = ({ id, title, aside, children, className, isFolded = false }: Props) => (
  <section id={id} className={clsx(classes.panel, className)}>
    {isFolded ? (
      <details className={classes.folded}>
        <summary>
          <h2 className={classes.title}>{title}</h2>
        </summary>
        {children}
      </details>
    ) : (
      <>
        {(title ?? aside) && (
          <div className={classes.head}>
            {title && <h2 className={classes.title}>{title}</h2>}
            {aside}
          </div>
        )}
        {children}
      </>
    )}
  </section>
);

type PageHeaderProps = { title: ReactNode; lede?: ReactNode; actions?: ReactNode };

/** Title of a page, one line about it, and its actions. */
export const PageHeader = ({ title, lede, actions }: PageHeaderProps) => (
  <header className={classes.header}>
    <div>
      <h1 className={classes.pageHeaderTitle}>{title}</h1>
      {lede && <p className={classes.lede}>{lede}</p>}
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </header>
);

type FoldedProps = { summary: ReactNode; children: ReactNode };

/** For what is rarely needed: only its name shows until the reader opens it. */
export const Folded = ({ summary, children }: FoldedProps) => (
  <details className={classes.foldedFolded}>
    <summary>{summary}</summary>
    {children}
  </details>
);

type FoldProps = { title: ReactNode; children: ReactNode };

/** A message whose details stay hidden on a phone until asked for; wide screens show all of it. */
export function Fold({ title, children }: FoldProps) {
  const isPhone = useMediaQuery(`(max-width: ${PHONE_WIDTH_PX}px)`, false, {
    getInitialValueInEffect: false,
  });
  return (
    <details className={classes.fold} open={!isPhone}>
      <summary className={classes.foldTitle}>
        <span>{title}</span>
        <IconChevronDown size={16} aria-hidden />
      </summary>
      {children}
    </details>
  );
}

/** The first stop of the keyboard: past the navigation to `#content`. Hidden until it is focused. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a href="#content" className={classes.skip}>
      {t('shell.skip')}
    </a>
  );
}
