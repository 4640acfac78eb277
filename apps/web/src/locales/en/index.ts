import { errors } from './errors.ts';
import { goods } from './goods.ts';
import { sessions } from './sessions.ts';
import { shell } from './shell.ts';
import { users } from './users.ts';

export const catalogue = { shell, sessions, goods, users, errors };
