import { agents } from './agents.ts';
import { claims } from './claims.ts';
import { delivery } from './delivery.ts';
import { banned, missing, noAccess } from './notices.ts';
import { reports } from './reports.ts';
import { security } from './security.ts';
import { statement } from './statement.ts';
import { support } from './support.ts';
import { trials } from './trials.ts';

/** Texts of what is opened now and then: loaded with it. */
export const catalogue = {
  agents,
  banned,
  claims,
  delivery,
  missing,
  noAccess,
  reports,
  security,
  statement,
  support,
  trials,
};
