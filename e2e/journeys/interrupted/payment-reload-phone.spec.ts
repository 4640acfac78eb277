import { payExactAmountsOn } from '../../pages/payment-mode.ts';
import { closedWindow, lateTransaction, reloadWhilePaying } from '../../pages/payment-window.ts';

payExactAmountsOn('TRON');

reloadWhilePaying();
lateTransaction();
closedWindow();
