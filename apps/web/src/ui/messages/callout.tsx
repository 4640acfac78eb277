import type { ReactNode } from 'react';
import classes from './callout.module.css';
import type { Tone } from '../data/status-badge.tsx';

type Props = { tone: Tone; icon?: ReactNode; title?: ReactNode; children: ReactNode };

/** A highlighted message inside a page or form. */
export const Callout = ({ tone, icon, title, children }: Props) => (
  <div className={classes.callout} data-tone={tone}>
    {icon}
    <div>
      {title && <strong className={classes.title}>{title}</strong>}
      <div>{children}</div>
    </div>
  </div>
);

type NoticeProps = { picture: ReactNode; title: ReactNode; text: ReactNode; action: ReactNode };

/** A page with a single message, within a layout. */
export const Notice = ({ picture, title, text, action }: NoticeProps) => (
  <div className={classes.page}>
    {picture}
    <h1 className={classes.noticeTitle}>{title}</h1>
    <p className={classes.text}>{text}</p>
    <div className={classes.action}>{action}</div>
  </div>
);
