import type { AdminCatalogue } from '../../catalogue.ts';
import { findings } from '@portside/contract/findings/ru';
import { agents } from './agents.ts';
import { announcements } from './announcements.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { board } from './board.ts';
import { brand } from './brand.ts';
import { chains } from './chains.ts';
import { warrantyClaims } from './warranty-claims.ts';
import { deposits } from './deposits.ts';
import { documents } from './documents.ts';
import { editor } from './editor.ts';
import { faults } from './faults.ts';
import { frame } from './frame.ts';
import { goods } from './goods.ts';
import { operatorWallet } from './operator-wallet.ts';
import { orders } from './orders.ts';
import { paymentMethods } from './payment-methods.ts';
import { recharges } from './recharges.ts';
import { reports } from './reports.ts';
import { roles } from './roles.ts';
import { sales } from './sales.ts';
import { securityEvents } from './security-events.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { stock } from './stock.ts';
import { support } from './support.ts';
import { sweeping } from './sweeping.ts';
import { table } from './table.ts';
import { tasks } from './tasks.ts';
import { treasury } from './treasury.ts';
import { userImports } from './user-imports.ts';
import { users } from './users.ts';
import { wallets } from './wallets.ts';

export const catalogue: AdminCatalogue = {
  agents,
  announcements,
  approvals,
  audit,
  board,
  brand,
  chains,
  warrantyClaims,
  deposits,
  documents,
  editor,
  faults,
  findings,
  frame,
  goods,
  orders,
  operatorWallet,
  paymentMethods,
  recharges,
  reports,
  roles,
  sales,
  securityEvents,
  settings,
  setup,
  stock,
  support,
  sweeping,
  table,
  tasks,
  treasury,
  userImports,
  users,
  wallets,
};
