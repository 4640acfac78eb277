import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { UsdtAmount } from './wire/amounts.ts';
import { line, Network, page, Time, wholeListQuery } from './wire/values.ts';

export const Sandbox = z.object({
  sign_ins: z.array(
    z.object({
      role: z.enum(['owner', 'colleague', 'buyer', 'agent']),
      username: z.string(),
      password: z.string(),
    }),
  ),
  chains: z.array(
    z.object({
      type: Network,
      chain_id: z.int(),
      rpc_url: z.string(),
      contract_address: z.string(),
      wallet_address: z.string(),
      checkout_address: z.string(),
    }),
  ),
});
export type Sandbox = z.infer<typeof Sandbox>;

export const SandboxMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), content: z.string() })),
  sent_at: Time,
});
export type SandboxMail = z.infer<typeof SandboxMail>;

export const sandboxEndpoints = endpoints({
  readSandbox: { access: 'visitor', summary: 'Sign-ins and local chains of the sandbox', data: Sandbox },
  sendSandboxTransfer: {
    access: 'visitor',
    summary: 'Send test USDT from the sandbox wallet on the local chain',
    body: z.object({
      type: Network,
      to: z.string().check(z.minLength(1), z.maxLength(64)),
      amount: UsdtAmount,
    }),
    data: z.object({ tx_hash: z.string() }),
  },
  listSandboxMails: {
    access: 'visitor',
    summary: 'E-mails the sandbox would have sent, newest first',
    query: z.object({ ...wholeListQuery, to: z.optional(line(254)) }),
    data: page(SandboxMail),
  },
});
