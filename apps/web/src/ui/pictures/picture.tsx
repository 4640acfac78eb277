import type { ReactNode } from 'react';
import classes from './picture.module.css';

/** The style that all small drawings share: one line width, ink lines, one tint, one signal colour. */
export const Picture = ({
  viewBox,
  width,
  children,
}: {
  viewBox: string;
  width: number;
  children: ReactNode;
}) => (
  <svg className={classes.picture} viewBox={viewBox} width={width} aria-hidden>
    {children}
  </svg>
);
