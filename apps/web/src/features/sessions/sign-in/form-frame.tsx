import type { FormEventHandler, ReactNode } from 'react';
import classes from './form-frame.module.css';

type Props = {
  title: string;
  lede: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
  foot: ReactNode;
  below?: ReactNode;
};

/** Layout shared by the three forms of the sign-in page. */
export const FormFrame = ({ title, lede, onSubmit, children, foot, below }: Props) => (
  <div className={classes.frame}>
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.lede}>{lede}</p>
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children}
    </form>
    <p className={classes.foot}>{foot}</p>
    {below}
  </div>
);
