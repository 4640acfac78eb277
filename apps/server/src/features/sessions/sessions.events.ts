import type { Approved } from '../approvals/index.ts';

/** An e-mail address that an admin sets, as its proposal stores it. */
export type EmailTerms = {
  readonly user_id: string;
  readonly username: string;
  readonly former: string;
  readonly email: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    emailChangeApproved: Approved<EmailTerms>;
  }
}
